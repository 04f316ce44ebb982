import type { IMarker, Terminal } from '@xterm/xterm'
import type { LastCommand } from '#ui/assistant/terminal-link.ts'

/** Lines that are told where a shell marks nothing, and characters of output that are told at most. */
const shownLines = 80
const mostOutput = 16_000

/** What stands before a command where the prompt's end is not marked. */
const prompt = /^.*?[$#%>❯]\s/

/**
 * Follows what shells mark of their commands (OSC 133, as of FinalTerm): A the prompt, C the output, D the exit status.
 * What a shell does not mark is read off the screen.
 */
export function followCommands(xterm: Terminal, onExit: (exitCode: number | null) => void) {
  let promptAt: IMarker | undefined
  let outputAt: IMarker | undefined
  let last: { prompt: IMarker | undefined; output: IMarker; end: IMarker | undefined; exitCode: number | null } | null =
    null

  xterm.parser.registerOscHandler(133, (data) => {
    const [mark, code] = data.split(';')
    if (mark === 'A') promptAt = xterm.registerMarker(0)
    if (mark === 'C') {
      outputAt = xterm.registerMarker(0)
      last = { prompt: promptAt, output: outputAt, end: undefined, exitCode: null }
      onExit(null)
    }
    // A shell that was given no command tells again how the one before ended.
    if (mark === 'D' && last !== null && last.end === undefined) {
      const exitCode = code === undefined || !/^\d+$/.test(code) ? null : Number(code)
      last = { ...last, end: xterm.registerMarker(0), exitCode }
      onExit(exitCode)
    }
    return true
  })

  function linesOf(from: number, to: number): string {
    const { active } = xterm.buffer
    let text = ''
    for (let at = Math.max(0, from); at < to; at += 1) {
      const line = active.getLine(at)
      if (line === undefined) continue
      text += `${line.isWrapped || text === '' ? '' : '\n'}${line.translateToString(true)}`
    }
    return text
  }

  return (): LastCommand => {
    const { active } = xterm.buffer
    const bottom = active.baseY + active.cursorY + 1
    if (last === null || last.output.isDisposed) {
      return {
        command: null,
        output: linesOf(bottom - shownLines, bottom)
          .trimEnd()
          .slice(-mostOutput),
        exitCode: null,
      }
    }
    const command =
      last.prompt === undefined ? null : linesOf(last.prompt.line, last.output.line).replace(prompt, '').trim()
    const output = linesOf(last.output.line, last.end?.line ?? bottom).trimEnd()
    return { command: command === '' ? null : command, output: output.slice(-mostOutput), exitCode: last.exitCode }
  }
}
