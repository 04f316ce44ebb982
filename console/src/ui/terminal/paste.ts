/** Characters that are pasted at once; more comes sooner as a file. */
export const mostPasted = 200_000

/**
 * A text as it may be pasted: without control characters, since one that ends the brackets around it, or a line, would
 * be obeyed and not shown.
 */
export function pasteOf(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/\p{Cc}/gu, (control) => ('\n\t'.includes(control) ? control : ''))
}

/** Replies that a terminal sends by itself: its identity, cursor position and focus. */
export const isReply = (data: string): boolean => data.startsWith('\u{1b}') && replies.test(data.slice(1))
const replies = /^(?:\[[?>=]?[\d;]*\$?[cnRty]|\[[IO]|[\]P_].*)$/su

/** At most so long that the server takes each as one message. */
export function* partsOf(bytes: Uint8Array<ArrayBuffer>, most = 16_384): Generator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < bytes.length; from += most) yield bytes.subarray(from, from + most)
}
