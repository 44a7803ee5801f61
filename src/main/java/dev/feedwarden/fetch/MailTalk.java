package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;

/** The lines that go to and from a mail server. */
final class MailTalk {
  private static final int LONGEST_LINE = 1_000;
  private static final int MOST_LINES = 100;

  private final InputStream in;
  private final OutputStream out;

  // A buffer of its own for each side of STARTTLS: what was sent before it is not believed after.
  MailTalk(Socket socket) throws IOException {
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /** The server's no. */
  static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;
    private final int code;

    Refused(int code) {
      super("status " + code);
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  void ask(String command, int good) throws IOException {
    if (command.chars().anyMatch(c -> c < 0x20 && c != 0)) {
      throw new IllegalArgumentException("a command is one line");
    }
    out.write((command + "\r\n").getBytes(UTF_8));
    out.flush();
    expect(good);
  }

  // RFC 5321 4.5.2: a line that begins with a dot gets another.
  void data(String message, int good) throws IOException {
    var lines = message.replace("\r\n.", "\r\n..");
    out.write(((lines.startsWith(".") ? "." : "") + lines + "\r\n.\r\n").getBytes(UTF_8));
    out.flush();
    expect(good);
  }

  void bye() throws IOException {
    out.write("QUIT\r\n".getBytes(UTF_8));
    out.flush();
  }

  void expect(int good) throws IOException {
    var code = answer();
    if (code != good && !(good == 250 && code == 251)) {
      throw new Refused(code);
    }
  }

  private int answer() throws IOException {
    for (int lines = 0; lines < MOST_LINES; lines++) {
      var line = line();
      if (!line.matches("(?s)[2-5][0-9][0-9]([ -].*)?")) {
        throw new ProtocolException("not an answer");
      }
      if (line.length() == 3 || line.charAt(3) == ' ') {
        return Integer.parseInt(line.substring(0, 3));
      }
    }
    throw new ProtocolException("an answer without end");
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0 || line.length() > LONGEST_LINE) {
        throw new ProtocolException("a line without end");
      }
      line.append(new String(new byte[] {(byte) c}, ISO_8859_1));
    }
    return line.toString().stripTrailing();
  }
}
