import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaCalls, clientProgram, type ApiDocument } from './testing/api-clients/area-calls.ts'
import { startTestServer } from './testing/start-server.ts'
import type { TestServer } from './testing/start-server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
let server: TestServer
let folder = ''
let document: ApiDocument
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'vermilion-api-'))
  const text = await (await server.fetch('/openapi.json')).text()
  await writeFile(join(folder, 'openapi.json'), text)
  document = JSON.parse(text) as ApiDocument
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** It has a compiler of its own, so it is installed with the contract. */
const generator = join(
  dirname(createRequire(join(root, 'contract/package.json')).resolve('openapi-typescript/package.json')),
  'bin/cli.js',
)

test('R7.05 a TypeScript client is generated, compiles strictly, and makes a call to each area', async () => {
  await run(process.execPath, [
    generator,
    join(folder, 'openapi.json'),
    '-o',
    join(folder, 'api.ts'),
    '--default-non-nullable=false',
  ])
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'areas', path: 'areas' } })
  // Runs alone make the calls of one area.
  const calls = areaCalls(document).filter(({ area }) => area !== 'samples' && area !== 'runData')
  await writeFile(join(folder, 'calls.ts'), clientProgram(calls, { spaceId: space.id }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts', 'api.ts'] }))
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await run(compiler, ['-p', folder], { cwd: folder }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')

  const outcomes = join(folder, 'outcomes.json')
  const environment = { API_ADDRESS: `${server.address}/api/v1`, API_TOKEN: server.token, API_OUTCOMES: outcomes }
  await run(process.execPath, [join(folder, 'calls.ts')], { env: { ...process.env, ...environment } })
  const { found, areas } = JSON.parse(await readFile(outcomes, 'utf8')) as {
    found: boolean
    areas: Record<string, { status: number; error?: string }>
  }
  expect(found).toBe(true)
  for (const { area, path, isFree, operation } of calls) {
    const outcome = areas[area]
    expect([area, path, isFree ? outcome?.status : true]).toEqual([area, path, isFree ? 200 : true])
    expect(Object.keys(operation.responses), `${path} answered ${JSON.stringify(outcome)}`).toContain(
      String(outcome?.status),
    )
    expect(outcome?.status === 200 || outcome?.error !== undefined).toBe(true)
  }
}, 120_000)

/** For a Python with both packages; `VERMILION_PYTHON` names another one. */
const python = process.env['VERMILION_PYTHON'] ?? 'python3'
const hasTools = await run(python, ['-c', 'import openapi_spec_validator, openapi_python_client'], {
  timeout: 60_000,
}).then(
  () => true,
  () => false,
)
const skipped = hasTools ? '' : `, skipped: ${python} has no openapi-spec-validator and openapi-python-client`

/** This generator knows only one content type for bytes. */
const contentTypes = [
  'image/webp',
  'image/jpeg',
  'image/png',
  'application/zip',
  'application/pdf',
  'application/x-ndjson',
  'application/x-tar',
]

test.skipIf(!hasTools)(
  `R7.05 the validator and the generator of Python read the document without a warning${skipped}`,
  async () => {
    const file = join(folder, 'openapi.json')
    await run(python, ['-m', 'openapi_spec_validator', file])
    const config = join(folder, 'config.json')
    const overrides = Object.fromEntries(contentTypes.map((type) => [type, 'application/octet-stream']))
    await writeFile(config, JSON.stringify({ content_type_overrides: overrides, post_hooks: [] }))
    const out = join(folder, 'python')
    const options = ['generate', '--path', file, '--config', config, '--output-path', out, '--fail-on-warning']
    const { stdout } = await run(python, ['-m', 'openapi_python_client', ...options])
    expect(stdout).not.toMatch(/warning/i)
    const { stdout: statuses } = await run(python, ['-c', pythonCalls, out, `${server.address}/api/v1`, server.token])
    const areas = JSON.parse(statuses) as Record<string, number>
    expect(Object.keys(areas).length).toBeGreaterThan(20)
    expect(Object.entries(areas).filter(([, status]) => status !== 200)).toEqual([])
  },
  240_000,
)

const pythonCalls = `
import importlib, inspect, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import vermilion_client.api as api
from vermilion_client import AuthenticatedClient
client = AuthenticatedClient(base_url=sys.argv[2], token=sys.argv[3], raise_on_unexpected_status=True)
areas = {}
for area in pkgutil.iter_modules(api.__path__):
    package = importlib.import_module(f"vermilion_client.api.{area.name}")
    for module in pkgutil.iter_modules(package.__path__):
        call = importlib.import_module(f"vermilion_client.api.{area.name}.{module.name}")
        needed = [p for p in inspect.signature(call.sync_detailed).parameters.values() if p.default is p.empty]
        if [p.name for p in needed] == ["client"] and "'get'" in inspect.getsource(call).replace('"', "'") and module.name not in ("events", "describe"):
            answer = call.sync_detailed(client=client)
            assert isinstance(answer.parsed, str) or answer.parsed.code == 200, (module.name, answer)
            areas[area.name] = int(answer.status_code)
            break
print(json.dumps(areas))
`
