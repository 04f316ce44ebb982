import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { programEnvironment } from './start-program.ts'

test('programs find what they need in their environment, and nothing that the server is told in confidence', () => {
  const harmless = {
    PATH: '/bin',
    HOME: '/home/robot',
    LANG: 'C.UTF-8',
    LC_ALL: 'C',
    TZ: 'UTC',
    CUDA_VISIBLE_DEVICES: '0',
    LD_LIBRARY_PATH: '/opt/cuda/lib64',
    OMP_NUM_THREADS: '2',
  }
  const secret = {
    VERMILION_ADMIN_PASSWORD: 'x',
    VERMILION_CHAT_KEY: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    SSH_AUTH_SOCK: 'x',
    NODE_OPTIONS: '--require /tmp/x.js',
    LD_PRELOAD: '/tmp/x.so',
    http_proxy: 'http://user:password@proxy',
    GITHUB_TOKEN: 'x',
  }
  // Node's cache of compiled code is theirs too, wherever the server was started from.
  expect(programEnvironment({ ...harmless, ...secret })).toEqual({
    ...harmless,
    NODE_COMPILE_CACHE: expect.stringContaining('node_modules'),
    ORT_DISABLE_TELEMETRY: '1',
  })
})

test('one file alone starts processes and threads', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const names = await readdir(root, { recursive: true })
  const sources = names.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(name))
  // It runs on other machines.
  const elsewhere = 'areas/executors/fetched-data/program/'
  const starting: string[] = []
  for (const name of sources) {
    if (name.startsWith(elsewhere)) continue
    const text = await readFile(join(root, name), 'utf8')
    const isProcess =
      /^import (?!type\b).*['"](?:node:)?(?:child_process|cluster)['"]|\b(?:import|require)\(['"](?:node:)?child_process/m
    const isThread = /^import (?!type\b).*\bWorker\b.*worker_threads/m
    if (isProcess.test(text) || isThread.test(text)) starting.push(name)
  }
  expect(starting).toEqual(['platform/processes/start-program.ts'])
})
