#!/usr/bin/env node
// `npx vermilion <command>`: the command line, on the same Node and the same packages as the server.
import { ensureDependencies } from './launch/dependencies.mjs'
import { compiledCode, ensureNode, memoryFlags, nodeFlags, serverEnvironment, serverFlags } from './launch/node.mjs'
import { inRoot, run } from './launch/run.mjs'
import { ensureStripped } from './launch/stripped.mjs'

const node = await ensureNode()
await ensureDependencies('production')
const isServer = process.argv[2] === 'start'
if (isServer) await ensureStripped(node)
const flags = isServer ? serverFlags : [...nodeFlags, ...memoryFlags]
process.exitCode = await run(node, [...flags, inRoot('server/src/cli/main.ts'), ...process.argv.slice(2)], {
  cwd: process.cwd(),
  env: isServer ? serverEnvironment : { ...serverEnvironment, ...compiledCode },
})
