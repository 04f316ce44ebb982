export const maxPasted = 200_000

/** A control character that ends a paste's brackets, or a line, would be executed instead of shown. */
export function pasteOf(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/\p{Cc}/gu, (control) => ('\n\t'.includes(control) ? control : ''))
}

/** Replies that a terminal sends by itself: its identity, cursor position and focus. */
export const isReply = (data: string): boolean => data.startsWith('\u{1b}') && replies.test(data.slice(1))
const replies = /^(?:\[[?>=]?[\d;]*\$?[cnRty]|\[[IO]|[\]P_].*)$/su

export function* partsOf(bytes: Uint8Array<ArrayBuffer>, maxBytes = 16_384): Generator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < bytes.length; from += maxBytes) yield bytes.subarray(from, from + maxBytes)
}
