/** A file that cannot be read as a whole; the message is the sentence for staff. */
export class FileRefused extends Error {}
