const escape = '\u001B'
// CSI, OSC and two-character sequences. Each ends at the latest where the next one begins.
// eslint-disable-next-line no-control-regex -- they are what is looked for
const sequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B\n]*(?:\u0007|\u001B\\)?|[ -/]*[0-~])/g

/** Decodes bytes as Latin-1, one character per byte, without escape sequences. */
export function shownText(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return text.includes(escape) ? text.replaceAll(sequences, '') : text
}

export type Needle = ReturnType<typeof createNeedle>

const foldAscii = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Searches Latin-1 decoded UTF-8 for a text, optionally ignoring ASCII case. */
export function createNeedle(query: string, matchCase: boolean) {
  const exact = Buffer.from(query).toString('latin1')
  const folded = matchCase ? exact : foldAscii(exact)
  // `toLowerCase` is fast, but also changes some bytes beyond ASCII.
  const quick = matchCase ? exact : exact.toLowerCase()
  // eslint-disable-next-line no-control-regex -- ASCII is
  const doubtful = !matchCase && /[^\u0000-\u007F]/.test(exact)

  return {
    length: exact.length,

    /** Calls back with the index of each matching line, and returns the number of line breaks. */
    find(text: string, onLine: (line: number) => void): number {
      const haystack = matchCase ? text : text.toLowerCase()
      let line = 0
      let counted = 0
      const countTo = (end: number) => {
        for (let at = text.indexOf('\n', counted); at >= 0 && at < end; at = text.indexOf('\n', counted)) {
          line += 1
          counted = at + 1
        }
      }
      let from = 0
      for (let at = haystack.indexOf(quick); at >= 0; at = haystack.indexOf(quick, from)) {
        if (doubtful && foldAscii(text.slice(at, at + folded.length)) !== folded) {
          from = at + 1
          continue
        }
        countTo(at)
        const count = text.indexOf('\n', at)
        const end = count >= 0 ? count : text.length
        // Text before a carriage return is overwritten on the screen.
        const state = lastState(text.slice(at, end))
        if (state > 0) from = at + state
        else {
          onLine(line)
          from = end + 1
        }
      }
      countTo(text.length)
      return line
    },
  }
}

function lastState(line: string): number {
  const end = line.endsWith('\r') ? line.length - 2 : line.length - 1
  return end < 0 ? 0 : line.lastIndexOf('\r', end) + 1
}
