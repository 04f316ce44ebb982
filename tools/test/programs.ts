import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Lets a runner write its report into a file for us, while a person reads its other reporter. */
export async function withReport<Result>(runner: (file: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-report-'))
  try {
    return await runner(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A runner that crashed has left none. */
export function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

/** Runs a program of Node in the foreground and answers its exit code. */
export function runProgram(
  root: string,
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  return new Promise((resolve, reject) => child.once('close', (code) => resolve(code ?? 1)).once('error', reject))
}
