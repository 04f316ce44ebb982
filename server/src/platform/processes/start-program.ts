import { execFile, fork, spawn } from 'node:child_process'
import type { ChildProcess, ExecFileOptions, ForkOptions, SpawnOptions } from 'node:child_process'
import { promisify } from 'node:util'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { compiledCodeFolder } from '#platform/program'

const handedOn: readonly RegExp[] = [
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|TZ|TMPDIR|TMP|TEMP)$/,
  /^LC_[A-Z]+$/,
  /^(?:LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|DYLD_FALLBACK_LIBRARY_PATH|SYSTEMROOT)$/i,
  // Accelerators, and thread counts of numeric libraries.
  /^(?:CUDA|NVIDIA|ROCR|HIP|HSA|GPU|ORT|OMP|MKL|OPENBLAS|VIPS)_[A-Z_]+$/,
  /^(?:UV_THREADPOOL_SIZE|NODE_COMPILE_CACHE|NODE_V8_COVERAGE)$/,
]

/** ONNX Runtime reports what it runs to its makers from version 1.29 on, unless it is told. */
export const withoutTelemetry = { ORT_DISABLE_TELEMETRY: '1' }

/**
 * The default environment of programs that the server starts: never the server's whole environment, which may hold the first
 * password and API keys.
 */
// oxlint-disable-next-line node/no-process-env -- what is handed on is of the process's own environment
export function programEnvironment(variables: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const entries = Object.entries(variables).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && handedOn.some((pattern) => pattern.test(entry[0])),
  )
  return { NODE_COMPILE_CACHE: compiledCodeFolder, ...withoutTelemetry, ...Object.fromEntries(entries) }
}

const withEnvironment = <Options extends { env?: NodeJS.ProcessEnv | undefined }>(options: Options) => ({
  ...options,
  env: options.env ?? programEnvironment(),
})

/** Node's `spawn`. Only this file starts processes and threads; a test searches the sources for others. */
export const spawnProgram = ((command: string, parameters: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn(command, parameters, withEnvironment(options))) as typeof spawn

export const forkProgram = (program: URL, options: ForkOptions): ChildProcess => fork(program, withEnvironment(options))

const run = promisify(execFile)

/** Returns a program's output; fails on a nonzero exit. */
export const runProgram = (command: string, parameters: readonly string[], options: ExecFileOptions = {}) =>
  run(command, parameters, { ...withEnvironment(options), encoding: 'utf8' })

/** Milliseconds that a thread may take to end. */
const threadPatience = 2_000

/** Ends a thread. One held by a long statement or an unresponsive disk is left to end by itself. */
export async function endThread(thread: Worker | undefined): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, threadPatience)
  await Promise.race([thread?.terminate(), late.promise])
  clearTimeout(timer)
}

export const startThread = (program: URL, options: WorkerOptions = {}): Worker =>
  new Worker(program, { ...options, env: programEnvironment() })
