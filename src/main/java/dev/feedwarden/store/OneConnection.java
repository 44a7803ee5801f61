package dev.feedwarden.store;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Gives everybody the same connection, which none of them can close. */
final class OneConnection implements DataSource {
  private final Connection shared;

  OneConnection(Connection connection) {
    // A connection has sixty methods, and one of them is not to be passed on.
    this.shared =
        (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (_, method, arguments) -> passOn(connection, method, arguments));
  }

  private static @Nullable Object passOn(
      Connection connection, Method method, Object @Nullable [] arguments) throws Throwable {
    if (method.getName().equals("close")) {
      return null;
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }

  @Override
  public Connection getConnection() {
    return shared;
  }

  @Override
  public Connection getConnection(String user, String password) {
    return shared;
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter writer) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("nothing is wrapped");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
