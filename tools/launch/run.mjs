import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** @param {string} path a path from the root of the repository */
export const inRoot = (path) => join(root, path)

/**
 * Runs a program in the foreground and answers its exit code (128 + n when signal n ended it).
 * It finds the Node that runs it first in its PATH.
 *
 * @param {string} program
 * @param {readonly string[]} programArguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function run(program, programArguments, { cwd = root, env = {} } = {}) {
  const path = [dirname(program), process.env.PATH].filter((part) => part && part !== '.').join(delimiter)
  const child = spawn(program, programArguments, { cwd, stdio: 'inherit', env: { ...process.env, PATH: path, ...env } })
  const stopForwarding = forwardSignals(child)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => (stopForwarding(), reject(error)))
    child.once('exit', (code, signal) => {
      stopForwarding()
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
}

/**
 * A terminal's Ctrl-C reaches the child directly, so it is forwarded only without a terminal.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
  }
}

/**
 * Runs npm without install scripts, which are not needed and may be blocked.
 *
 * @param {string} command
 * @param {readonly string[]} options
 */
export async function npm(command, options) {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...options]
  const script = process.env.npm_execpath
  const code = script?.endsWith('npm-cli.js')
    ? await run(process.execPath, [script, command, ...flags])
    : await run('npm', [command, ...flags])
  if (code !== 0) throw new Error(`npm ${command} failed (exit code ${code}); what it said is above`)
}
