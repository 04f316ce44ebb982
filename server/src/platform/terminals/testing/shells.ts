import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { spawn } from '@lydell/node-pty'

/** Undefined when the program is not installed. */
export function pathOf(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

interface ShellRun {
  readonly argv: readonly [string, ...string[]]
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
}

export function openShell({ argv: [program, ...rest], environment, folder }: ShellRun) {
  let text = ''
  const env = { ...process.env, ...environment, TERM: 'xterm-256color' } as Record<string, string>
  const pty = spawn(program, rest, { cols: 100, rows: 30, cwd: folder, env })
  pty.onData((data) => {
    text += data
    // Shells query the cursor position and the terminal type; a real terminal responds.
    if (data.includes('\u001B[6n')) pty.write('\u001B[1;1R')
    if (data.includes('\u001B[c') || data.includes('\u001B[0c')) pty.write('\u001B[?62;c')
  })
  let readTo = 0
  async function shows(pattern: RegExp): Promise<string> {
    for (;;) {
      const match = pattern.exec(text.slice(readTo))
      if (match !== null) {
        readTo += match.index + match[0].length
        return match[0]
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { shows, type: (line: string) => pty.write(`${line}\r`), text: () => text, end: () => pty.kill('SIGKILL') }
}
