package dev.feedwarden.cli;

/** What a process of several on one database is there for. */
enum Role {
  /** Polls, delivers and answers. */
  ALL,
  /** Answers people and programs, and leaves polling to others. */
  API,
  /** Polls and delivers; of itself it tells only how it is. */
  WORKER
}
