"""What strategies of both market games share."""
