import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTools } from '../tools/tools.ts'
import { startAssistant, type TestAssistant } from '../testing/start-assistant.ts'

let assistant: TestAssistant
let token = ''
let tokenId = ''
beforeAll(async () => {
  assistant = await startAssistant()
  const body = { name: 'mcp', expiresAt: null }
  const made = await assistant.server.call(accountEndpoints.createAccessToken, { body })
  token = made.secret
  tokenId = made.accessToken.id
})
afterAll(() => assistant.stop())

const program = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))

async function connect(way: 'http' | 'stdio', secret = token): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport =
    way === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${assistant.server.address}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${secret}` } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [program, 'mcp'],
          env: {
            PATH: process.env['PATH'] ?? '',
            VERMILION_URL: assistant.server.address,
            VERMILION_TOKEN: secret,
            VERMILION_DATA: join(assistant.shared, 'none'),
          },
        })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

async function use(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content as { type: string; text: string }[]
  return { text: first?.text ?? '', isError: isError === true }
}

test.each(['http', 'stdio'] as const)(
  'R1.09 the official client lists the tools over %s, starts a training, waits for it, and reads and compares its series',
  async (way) => {
    const client = await connect(way)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['find_tasks', 'read_series', 'compare_tasks', 'create_task', 'wait_for_task']),
    )
    expect(names.some((name) => name.startsWith('draft_'))).toBe(false)
    const hintOf = (name: string) => tools.find((tool) => tool.name === name)?.annotations?.readOnlyHint
    expect([hintOf('find_tasks'), hintOf('create_task'), hintOf('stop_task')]).toEqual([true, false, false])

    const order = (batch: number) => ({
      name: `mcp-${way}-${batch}`,
      image: 'learner',
      dataSources: [{ kind: 'folder', path: assistant.shared }],
      parameters: { batch },
    })
    const ids: string[] = []
    for (const batch of [2, 4]) {
      const created = await use(client, 'create_task', order(batch))
      expect(created.isError, created.text).toBe(false)
      const { id } = JSON.parse(created.text) as { id: string }
      ids.push(id)
      const waited = JSON.parse((await use(client, 'wait_for_task', { taskId: id })).text) as object
      expect(waited).toMatchObject({ isOver: true, status: 'success', creator: 'admin' })
    }
    const series = await use(client, 'read_series', { taskIds: ids, names: ['train/loss'] })
    expect(JSON.parse(series.text)).toMatchObject({ series: [{ y: [0.5, 0.02] }, { y: [0.5, 0.04] }] })
    const compared = await use(client, 'compare_tasks', { taskIds: ids })
    expect(JSON.parse(compared.text)).toMatchObject({ differing: { 'parameters.batch': [2, 4] } })
    const failed = await use(client, 'create_task', order(64))
    const { id } = JSON.parse(failed.text) as { id: string }
    await use(client, 'wait_for_task', { taskId: id })
    expect((await use(client, 'diagnose_task', { taskId: id })).text).toContain('CUDA out of memory')
  },
)

test.each(['http', 'stdio'] as const)(
  'R1.09 over %s a token that may only read is offered reading tools, and a writing one is refused by the name of the error',
  async (way) => {
    const { server } = assistant
    const body = { name: `looks-${way}`, expiresAt: null, scope: 'read-only' as const }
    const { secret } = await server.call(accountEndpoints.createAccessToken, { body })
    const client = await connect(way, secret)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(20)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    expect(JSON.parse((await use(client, 'find_tasks', {})).text)).toHaveProperty('items')
    const count = (await assistant.tasks()).length
    for (const [name, input] of writingCalls(assistant.shared)) {
      const refused = await use(client, name, input)
      expect([name, refused]).toMatchObject([name, { isError: true }])
      expect(refused.text).toMatch(/^access-token\.read-only: This access token may only read/)
    }
    expect((await assistant.tasks()).length).toBe(count)
  },
)

const writingCalls = (path: string): [string, Record<string, unknown>][] => [
  [
    'create_task',
    { name: 'never', image: 'learner', dataSources: [{ kind: 'folder', path }], parameters: { batch: 2 } },
  ],
  ...openTools
    .filter(({ writes, name }) => writes && name !== 'create_task')
    .map(({ name }): [string, Record<string, unknown>] => [name, {}]),
]

test('R1.09 what is wrong is said: an unknown tool, unfit arguments, a refusal of the server', async () => {
  const client = await connect('http')
  expect(await use(client, 'delete_task', { taskId: 'x' })).toMatchObject({ isError: true })
  const unfit = await use(client, 'create_task', { name: 'Not A Name' })
  expect(unfit).toMatchObject({ isError: true })
  expect(unfit.text).toContain('dataSources')
  expect((await use(client, 'get_task', { taskId: 'nowhere' })).text).toContain('task.not-found')
})

test('R1.09 without a token, with a wrong one, and with one that was revoked nothing is served', async () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${assistant.server.address}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  expect((await post({})).status).toBe(401)
  expect((await post({ authorization: 'Bearer vmt_wrong' })).status).toBe(401)
  const client = await connect('http')
  await client.listTools()
  await assistant.server.call(accountEndpoints.revokeAccessToken, { params: { tokenId } })
  await expect(client.listTools()).rejects.toThrow()
})
