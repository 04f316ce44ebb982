/** Error codes of the system, unlike Node's own (`ERR_…`); a decoder never has one. */
const systemCode = /^E[A-Z\d]+$/

const systemWords = /\b(?:unix|system|windows) error: /i

/** True for errors of the system rather than of the content: a missing share, no rights, a full disk. */
export function isReadFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return ('code' in error && systemCode.test(String(error.code))) || systemWords.test(error.message)
}
