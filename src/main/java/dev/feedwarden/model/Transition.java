package dev.feedwarden.model;

/** What follows from one outcome: decided in {@code policy}, written in the poll's transaction. */
public record Transition(Health health, Standing standing, NextPoll next) {}
