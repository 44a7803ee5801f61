package dev.feedwarden.policy;

/**
 * How likely long gaps are, by those that were seen.
 *
 * @param shape of a Weibull law: 1 is chance alone, more is order, less is heavier than chance
 * @param sum of the gaps to the power of the shape
 * @param count of the gaps
 */
record Tail(double shape, double sum, int count) {
  private static final double LEAST_SHAPE = 0.25;
  private static final double MOST_SHAPE = 1.2; // the most regular of feeds has holidays
  private static final double LONGEST = 1e6; // hours: more than a century

  // Of a logarithm at shape 1; four fifths of it, for laws with a longer tail than Weibull's.
  private static final double SPREAD = 0.8 * Math.PI / Math.sqrt(6);
  private static final double DOUBT = 1; // standard errors

  static Tail of(double[] gaps) {
    var mean = 0.0;
    for (var gap : gaps) {
      mean += Math.log(gap) / gaps.length;
    }
    var variance = 0.0;
    for (var gap : gaps) {
      variance += (Math.log(gap) - mean) * (Math.log(gap) - mean) / (gaps.length - 1);
    }
    // A spread that few gaps tell of may be as much larger as it is uncertain.
    var spread = Math.sqrt(variance) * (1 + DOUBT / Math.sqrt(2.0 * (gaps.length - 1)));
    var shape = Math.clamp(SPREAD / spread, LEAST_SHAPE, MOST_SHAPE);
    var sum = 0.0;
    for (var gap : gaps) {
      sum += Math.pow(gap, shape);
    }
    return new Tail(shape, sum, gaps.length);
  }

  /** How likely a gap of this length or longer is. */
  double probability(double length) {
    return length <= 0 ? 1 : Math.pow(1 + Math.pow(length, shape) / sum, -count);
  }

  /** The length of a gap that is so likely. */
  double length(double probability) {
    return Math.min(LONGEST, Math.pow(sum * (Math.pow(probability, -1.0 / count) - 1), 1 / shape));
  }
}
