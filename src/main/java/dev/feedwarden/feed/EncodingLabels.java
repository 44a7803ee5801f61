package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the names of encodings mean on the web: first the encoding that is named, then the superset
 * that is meant by those who use it for more than it has (Encoding Standard, 4.2).
 */
final class EncodingLabels {
  private static final String TABLE =
      """
      UTF-8: utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8
      US-ASCII UTF-8: us-ascii ascii ansi_x3.4-1968 iso-ir-6 iso646-us cp367
      ISO-8859-1 windows-1252: iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 \
      cp819 ibm819 csisolatin1 iso-ir-100
      windows-1252: windows-1252 cp1252 x-cp1252 ansi win-1252
      windows-1250: windows-1250 cp1250 x-cp1250 win-1250
      windows-1251: windows-1251 cp1251 x-cp1251 win-1251 win1251
      windows-1253: windows-1253 cp1253 x-cp1253
      ISO-8859-9 windows-1254: iso-8859-9 iso8859-9 iso88599 iso_8859-9 l5 latin5 csisolatin5
      windows-1254: windows-1254 cp1254 x-cp1254
      windows-1255: windows-1255 cp1255 x-cp1255
      windows-1256: windows-1256 cp1256 x-cp1256
      windows-1257: windows-1257 cp1257 x-cp1257
      windows-1258: windows-1258 cp1258 x-cp1258
      ISO-8859-2: iso-8859-2 iso8859-2 iso88592 iso_8859-2 l2 latin2 csisolatin2
      ISO-8859-8: iso-8859-8 iso-8859-8-i iso-8859-8-e logical visual hebrew
      ISO-8859-15: iso-8859-15 iso8859-15 iso885915 l9 latin9
      TIS-620 x-windows-874: tis-620 tis620 iso-8859-11 iso8859-11 dos-874 windows-874
      KOI8-R: koi8-r koi8 koi koi8_r cskoi8r
      KOI8-U: koi8-u koi8-ru
      x-MacRoman: macintosh mac x-mac-roman
      GB18030: gb18030 gb2312 gb_2312 gb_2312-80 gbk x-gbk cp936 chinese csgb2312
      Big5 Big5-HKSCS: big5 big5-hkscs cn-big5 x-x-big5 csbig5
      windows-31j: shift_jis shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis
      EUC-JP: euc-jp x-euc-jp eucjp
      x-windows-949: euc-kr euckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
      windows-949 cseuckr
      """;
  private static final String XML = "<?xml version=";
  private static final Map<String, List<Charset>> KNOWN = known();

  private EncodingLabels() {}

  /** The encodings to try for a label, in this order; none for one that is unknown or refused. */
  static List<Charset> of(String written) {
    var label = written.strip().toLowerCase(Locale.ROOT);
    var known = KNOWN.get(label);
    if (known != null) {
      return known;
    }
    return label.contains("utf-7") || label.contains("utf7") ? List.of() : asciiLike(label);
  }

  // A wide label on bytes that are not wide is wrong, and EBCDIC can hide markup, as UTF-7 does.
  private static List<Charset> asciiLike(String label) {
    return supported(List.of(label)).stream()
        .filter(charset -> new String(XML.getBytes(US_ASCII), charset).equals(XML))
        .toList();
  }

  /** The encodings of those names that this Java has. */
  static List<Charset> supported(List<String> names) {
    return names.stream().filter(EncodingLabels::isSupported).map(Charset::forName).toList();
  }

  private static boolean isSupported(String name) {
    try {
      return Charset.isSupported(name);
    } catch (IllegalCharsetNameException noName) {
      return false;
    }
  }

  private static Map<String, List<Charset>> known() {
    var known = new HashMap<String, List<Charset>>();
    for (var line : TABLE.lines().toList()) {
      var colon = line.indexOf(": ");
      var charsets = supported(Arrays.asList(line.substring(0, colon).split(" ", -1)));
      for (var label : line.substring(colon + 2).split(" ", -1)) {
        known.put(label, charsets);
      }
    }
    return Map.copyOf(known);
  }
}
