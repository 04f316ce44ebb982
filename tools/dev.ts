import { spawn } from 'node:child_process'
import { inRoot } from './launch/run.mjs'
import { viteProgram } from './launch/console.mjs'

/** `npm run dev`: the server, restarted on changes, and the console's development server. */
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', inRoot('server/src/main.ts')], { stdio: 'inherit' }),
  spawn(process.execPath, [viteProgram()], { stdio: 'inherit', cwd: inRoot('console') }),
]
const end = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
for (const child of children) child.once('exit', end)
