import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Outcome } from './check.ts'

/** Runs a program that an npm package brings (`tsc`, `oxlint`); it passes with exit code 0. */
export async function runProgram(name: string, programArguments: readonly string[], root: string): Promise<Outcome> {
  const program = realpathSync(fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url)))
  const child = spawn(process.execPath, [program, ...programArguments], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject)),
  ])
  // With `CI` set, some programs print color without a terminal.
  return { passed: code === 0, output: stripVTControlCharacters(output + errors) }
}
