"""Starting points for strategies of your own: `alhambra strategies new FILE --game GAME`."""
