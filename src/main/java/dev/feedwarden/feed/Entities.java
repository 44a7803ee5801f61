package dev.feedwarden.feed;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The named characters of HTML 4 and some of HTML 5, and what a numeric reference may mean. */
final class Entities {
  private static final int LONGEST_NAME = 16;
  private static final int LONGEST_NUMBER = 12;

  // Windows-1252 in 0x80..0x9F, which is what authors of &#150; mean (HTML, 13.2.5.80).
  private static final String WINDOWS_1252 =
      "\u20AC\uFFFD\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\uFFFD\u017D\uFFFD"
          + "\uFFFD\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\uFFFD\u017E\u0178";

  private static final String LATIN_1_FROM_160 =
      """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg
      plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
      Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute
      Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml
      Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc
      euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash
      ugrave uacute ucirc uuml yacute thorn yuml
      """;
  private static final String OTHERS =
      """
      Tab=9 NewLine=a excl=21 num=23 percnt=25 lpar=28 rpar=29 ast=2a plus=2b comma=2c period=2e
      sol=2f colon=3a semi=3b equals=3d quest=3f commat=40 lsqb=5b bsol=5c rsqb=5d lowbar=5f
      grave=60 lcub=7b verbar=7c vert=7c rcub=7d abreve=103 aogon=105 Cacute=106 cacute=107
      Ccaron=10c ccaron=10d eogon=119 Ecaron=11a ecaron=11b gbreve=11f Idot=130 inodot=131
      Lstrok=141 lstrok=142 nacute=144 odblac=151 OElig=152 oelig=153 Rcaron=158 rcaron=159
      Sacute=15a sacute=15b scedil=15f Scaron=160 scaron=161 udblac=171 Yuml=178 zacute=17a
      zdot=17c Zcaron=17d zcaron=17e fnof=192 circ=2c6 tilde=2dc Alpha=391 Beta=392 Gamma=393
      Delta=394 Epsilon=395 Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39a Lambda=39b Mu=39c
      Nu=39d Xi=39e Omicron=39f Pi=3a0 Rho=3a1 Sigma=3a3 Tau=3a4 Upsilon=3a5 Phi=3a6 Chi=3a7
      Psi=3a8 Omega=3a9 alpha=3b1 beta=3b2 gamma=3b3 delta=3b4 epsilon=3b5 zeta=3b6 eta=3b7
      theta=3b8 iota=3b9 kappa=3ba lambda=3bb mu=3bc nu=3bd xi=3be omicron=3bf pi=3c0 rho=3c1
      sigmaf=3c2 sigma=3c3 tau=3c4 upsilon=3c5 phi=3c6 chi=3c7 psi=3c8 omega=3c9 thetasym=3d1
      upsih=3d2 piv=3d6 ensp=2002 emsp=2003 thinsp=2009 ZeroWidthSpace=200b zwnj=200c zwj=200d
      lrm=200e rlm=200f hyphen=2010 ndash=2013 mdash=2014 horbar=2015 lsquo=2018 rsquo=2019
      sbquo=201a ldquo=201c rdquo=201d bdquo=201e dagger=2020 Dagger=2021 bull=2022 hellip=2026
      permil=2030 prime=2032 Prime=2033 lsaquo=2039 rsaquo=203a oline=203e frasl=2044 euro=20ac
      image=2111 weierp=2118 real=211c trade=2122 alefsym=2135 larr=2190 uarr=2191 rarr=2192
      darr=2193 harr=2194 crarr=21b5 lArr=21d0 uArr=21d1 rArr=21d2 dArr=21d3 hArr=21d4
      forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 ni=220b
      prod=220f sum=2211 minus=2212 lowast=2217 radic=221a prop=221d infin=221e ang=2220 and=2227
      or=2228 cap=2229 cup=222a int=222b there4=2234 sim=223c cong=2245 asymp=2248 ne=2260
      equiv=2261 le=2264 ge=2265 sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287 oplus=2295
      otimes=2297 perp=22a5 sdot=22c5 lceil=2308 rceil=2309 lfloor=230a rfloor=230b lang=2329
      rang=232a loz=25ca starf=2605 star=2606 phone=260e spades=2660 clubs=2663 hearts=2665
      diams=2666 check=2713
      """;
  private static final Map<String, String> NAMED = named();

  /** A reference found in a text: what it stands for, and where the text goes on. */
  record Reference(String value, int end) {}

  private Entities() {}

  /** The reference that begins with the ampersand at {@code at}, if it is one we know. */
  static @Nullable Reference at(String text, int at) {
    if (at + 1 < text.length() && text.charAt(at + 1) == '#') {
      return numeric(text, at + 2);
    }
    var end = end(text, at + 1, LONGEST_NAME);
    var value = end < 0 ? null : NAMED.get(text.substring(at + 1, end));
    return value == null ? null : new Reference(value, end + 1);
  }

  /** What a named reference stands for; one that nobody knows stands for itself. */
  static String named(String name) {
    var known = NAMED.get(name);
    return known == null ? "&" + name + ";" : known;
  }

  private static @Nullable Reference numeric(String text, int from) {
    var end = end(text, from, LONGEST_NUMBER);
    if (end <= from) {
      return null;
    }
    var hex = (text.charAt(from) | 0x20) == 'x';
    var code = 0L;
    for (int i = hex ? from + 1 : from; i < end; i++) {
      var digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), hex ? 16 : 10) : -1;
      if (digit < 0) {
        return null;
      }
      code = code * (hex ? 16 : 10) + digit;
    }
    return hex && end == from + 1 ? null : new Reference(character(code), end + 1);
  }

  /** The character that a code point written by somebody stands for. */
  static String character(long code) {
    if (code >= 0x80 && code <= 0x9F) {
      return WINDOWS_1252.substring((int) code - 0x80, (int) code - 0x7F);
    }
    var storable = code <= Character.MAX_CODE_POINT && Chars.isStorable((int) code);
    return Character.toString(storable ? (int) code : Chars.REPLACEMENT);
  }

  private static int end(String text, int from, int longest) {
    for (int i = from; i < Math.min(text.length(), from + longest); i++) {
      if (text.charAt(i) == ';') {
        return i;
      }
    }
    return -1;
  }

  private static Map<String, String> named() {
    var named = new HashMap<String, String>();
    named.putAll(Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'"));
    named.putAll(Map.of("AMP", "&", "LT", "<", "GT", ">", "QUOT", "\""));
    var code = 160;
    for (var name : LATIN_1_FROM_160.strip().split("\\s+", -1)) {
      named.put(name, Character.toString(code++));
    }
    for (var pair : OTHERS.strip().split("\\s+", -1)) {
      var equals = pair.indexOf('=');
      var value = Integer.parseInt(pair.substring(equals + 1), 16);
      named.put(pair.substring(0, equals), Character.toString(value));
    }
    return Map.copyOf(named);
  }
}
