const maxShown = 14_000

export function presentResult(result: unknown, most = maxShown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 1)
  return shorten(withoutControls(text), most)
}

/** Cuts out the middle: a log's end matters most, then its start. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.floor(most / 3)
  return `${text.slice(0, head)}\n… ${text.length - most} characters left out …\n${text.slice(text.length - (most - head))}`
}

export function withoutControls(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- sequences of terminals begin with a control character
      .replaceAll(/\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\^_])/g, '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      // Invisible characters: tags, zero width, direction changes.
      .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu, '')
  )
}
