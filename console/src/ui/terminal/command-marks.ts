import type { IMarker, Terminal } from '@xterm/xterm'
import type { LastCommand } from '#ui/assistant/terminal-link.ts'

/** The number of lines that are read when a shell marks nothing, and the maximum number of characters of output. */
const shownLines = 80
const maxOutput = 16_000

const prompt = /^.*?[$#%>❯]\s/

interface Command {
  readonly text: string | null
  readonly prompt: IMarker | undefined
  readonly output: IMarker
  readonly end: IMarker | undefined
  readonly exitCode: number | null
}

/**
 * Follows the marks of shells around commands (OSC 133, from FinalTerm): A the prompt, B its end, C the output, D the exit code.
 * A shell without output marks sends the exit code with each prompt, so it belongs to the command typed before. Without marks,
 * the command is read from the screen.
 */
export function followCommands(xterm: Terminal, onExit: (exitCode: number | null) => void) {
  let promptAt: IMarker | undefined
  let inputAt: { marker: IMarker; column: number } | undefined
  let last: Command | null = null

  function typedCommand(exitCode: number | null): Command | null {
    if (inputAt === undefined) return null
    const { marker, column } = inputAt
    const { active } = xterm.buffer
    const cursor = active.baseY + active.cursorY
    const end = xterm.registerMarker(0)
    // Its own output has scrolled it out of the buffer.
    if (marker.isDisposed) {
      return { text: null, prompt: undefined, output: xterm.registerMarker(-cursor), end, exitCode }
    }
    let next = marker.line + 1
    while (active.getLine(next)?.isWrapped === true) next += 1
    const label = linesOf(marker.line, next).slice(column).trim()
    if (label === '') return null
    return { text: label, prompt: undefined, output: xterm.registerMarker(Math.min(0, next - cursor)), end, exitCode }
  }

  xterm.parser.registerOscHandler(133, (data) => {
    const [mark, code] = data.split(';')
    if (mark === 'A') promptAt = xterm.registerMarker(0)
    if (mark === 'B') inputAt = { marker: xterm.registerMarker(0), column: xterm.buffer.active.cursorX }
    if (mark === 'C') {
      inputAt = undefined
      last = { text: null, prompt: promptAt, output: xterm.registerMarker(0), end: undefined, exitCode: null }
      onExit(null)
    }
    if (mark === 'D') {
      const exitCode = code === undefined || !/^\d+$/.test(code) ? null : Number(code)
      // Without a command, a shell repeats the exit code of the previous one.
      const isOpen = last !== null && last.end === undefined
      const outcome: Command | null = isOpen
        ? { ...last!, end: xterm.registerMarker(0), exitCode }
        : typedCommand(exitCode)
      inputAt = undefined
      if (outcome !== null) {
        last = outcome
        onExit(exitCode)
      }
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
          .slice(-maxOutput),
        exitCode: null,
      }
    }
    const command =
      last.prompt === undefined ? last.text : linesOf(last.prompt.line, last.output.line).replace(prompt, '').trim()
    const output = linesOf(last.output.line, last.end?.line ?? bottom).trimEnd()
    return { command: command === '' ? null : command, output: output.slice(-maxOutput), exitCode: last.exitCode }
  }
}
