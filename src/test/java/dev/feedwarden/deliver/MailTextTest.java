package dev.feedwarden.deliver;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.deliver.Notice.Tone;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Read again by somebody else's reader of mail. */
final class MailTextTest {
  private static MimeMessage read(Notice notice) throws MessagingException {
    var text =
        MailText.message(
            MailText.letter(notice),
            "warden@example.org",
            List.of("eve@example.org", "adam@example.org"),
            Events.NOW);
    return new MimeMessage(
        Session.getInstance(new Properties()), new ByteArrayInputStream(text.getBytes(US_ASCII)));
  }

  @Test
  void a_notice_is_a_plain_mail_with_an_id_of_its_own() throws MessagingException, IOException {
    var mail =
        read(
            new Notice(
                "event-7",
                "feed_disabled",
                Tone.BAD,
                "日本のフィード is disabled: not_found, which is a long title beyond one word",
                List.of(new Line("a <b> & c"), new Line("title", "https://example.org/1"))));

    assertThat(mail.getSubject())
        .isEqualTo("日本のフィード is disabled: not_found, which is a long title beyond one word");
    assertThat(mail.getContent())
        .isEqualTo(
            """
            日本のフィード is disabled: not_found, which is a long title beyond one word

            a <b> & c
            title
              https://example.org/1
            """);
    assertThat(mail.getMessageID()).isEqualTo("<event-7.feedwarden@example.org>");
    assertThat(mail.getSentDate().toInstant()).isEqualTo(Events.NOW);
    assertThat(mail.getAllRecipients()).hasSize(2);
    assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
  }

  @Test
  void a_feed_cannot_add_a_header() throws MessagingException {
    var mail =
        read(
            new Notice(
                "event-7",
                "articles",
                Tone.PLAIN,
                "x\r\nBcc: everybody@example.org\r\n\r\nhello",
                List.of()));

    assertThat(mail.getHeader("Bcc")).isNull();
    assertThat(mail.getSubject()).isEqualTo("x  Bcc: everybody@example.org    hello");
  }
}
