/** Codes of the system, in contrast to those of Node.js itself (`ERR_…`): a decoder never has one. */
const systemCode = /^E[A-Z\d]+$/

/** How libvips reports what the system refused it. */
const systemWords = /\b(?:unix|system|windows) error: /i

/** Whether it was the system that refused something, and not what a file holds: a share that is gone, no rights, a full disk. */
export function isReadFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return ('code' in error && systemCode.test(String(error.code))) || systemWords.test(error.message)
}
