#!/usr/bin/env node
// `npx vermilion <command>`: the command line, on the same Node and the same packages as the server.
import { ensureDependencies } from './launch/dependencies.mjs'
import { ensureNode, serverEnvironment, serverFlags } from './launch/node.mjs'
import { inRoot, run } from './launch/run.mjs'

const node = await ensureNode()
await ensureDependencies('production')
const program = [...serverFlags, inRoot('server/src/cli/main.ts')]
process.exitCode = await run(node, [...program, ...process.argv.slice(2)], {
  cwd: process.cwd(),
  env: serverEnvironment,
})
