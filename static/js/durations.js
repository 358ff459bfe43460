/** Times as people read them. */
const two = (number) => String(number).padStart(2, "0");

/** 65 seconds -> "1:05". */
export const minutesAndSeconds = (seconds) => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

/** 64 minutes -> "1:04". */
export const hoursAndMinutes = (minutes) => `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;

/** 3665 seconds -> "1:01:05". */
export const hoursMinutesSeconds = (seconds) =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
