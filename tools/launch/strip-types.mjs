// Writes each module of the server without its types to where load-stripped.mjs looks for it. Runs on Node 24.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { inRoot } from './run.mjs'
import { filesOf } from './sources.mjs'

const target = inRoot('node_modules/.cache/vermilion/stripped')
rmSync(target, { recursive: true, force: true })
for (const file of ['server', 'contract', 'scenes', 'trainer'].flatMap(filesOf)) {
  if (!file.endsWith('.ts')) continue
  const copy = join(target, file)
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, stripTypeScriptTypes(readFileSync(inRoot(file), 'utf8')))
}
