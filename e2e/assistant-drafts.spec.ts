import { deviceEndpoints } from '../contract/src/devices.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { generationEndpoints } from '../contract/src/generations.ts'
import { rolloutEndpoints } from '../contract/src/rollouts.ts'
import { artifactEndpoints } from '../contract/src/rollouts/artifacts.ts'
import { serviceEndpoints } from '../contract/src/services.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { scriptArchive } from '../server/src/areas/rollouts/testing/script-archive.ts'
import { startFakeChat } from '../server/src/areas/settings/testing/fake-chat.ts'
import { test } from './support/assistant/story.ts'
import { putFiles } from './support/content/put-files.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { startServer } from './support/server/server.ts'
import { expect } from './support/story.ts'

const t = {
  assistant: 'Assistant',
  open: 'Open the assistant',
  message: 'Message to the assistant',
  openForm: 'Open in the form',
  regenerate: 'Regenerate',
} as const

test('R1.09 drafts of a generation and of a rollout open in their forms, filled, and nothing was started', async ({
  page,
  server,
  chat,
}) => {
  const call = createClient(server)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
  await putFiles(server, spaceId, { 'gate.tar.gz': await scriptArchive({ name: 'gate-app', version: '3.0' }) })
  const { items: files } = await call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  const artifact = await call(artifactEndpoints.addArtifact, { body: { fileId: files[0]!.id } })
  const credentials = { method: 'password', password: 'none' } as const
  const board = { name: 'board-7', host: '127.0.0.1', port: 1, username: 'root', credentials }
  const { id: deviceId } = await call(deviceEndpoints.createDevice, { body: board })
  await prefer(page)
  await enter(page, server)
  await page.goto('/welcome')
  await page.getByRole('button', { name: t.open }).click()
  const panel = page.getByRole('complementary', { name: t.assistant })
  const field = panel.getByRole('textbox', { name: t.message })
  const openDraft = async (name: string, input: object) => {
    chat.say((_, number) => (number === 0 ? { calls: [{ name, arguments: input }] } : `That was ${name}.`))
    await field.fill('Draft one')
    await field.press('Enter')
    await expect(panel.getByText(`That was ${name}.`)).toBeVisible()
    await panel.getByRole('link', { name: t.openForm }).last().click()
  }

  await openDraft('draft_generation', {
    spaceId,
    config: { name: 'wet-floors', count: 37, width: 640, items: [{ scene: 'kitchen', dirt: 'sock', dirtCount: 2 }] },
  })
  const generation = page.getByRole('dialog', { name: 'Workflow config' })
  await expect(generation.getByLabel('Name', { exact: true })).toHaveValue('wet-floors')
  await expect(generation.getByLabel('Image width')).toHaveValue('640')
  await expect(generation.getByLabel('Number of images')).toHaveValue('37')
  expect((await call(generationEndpoints.listGenerations, { params: { spaceId }, query: {} })).items).toEqual([])
  await page.keyboard.press('Escape')
  await expect(generation).toBeHidden()

  await openDraft('draft_rollout', {
    name: 'gate to boards',
    artifactId: artifact.id,
    devices: { deviceIds: [deviceId] },
  })
  const rollout = page.getByRole('dialog', { name: 'Create rollout' })
  await expect(rollout.getByLabel('Name', { exact: true })).toHaveValue('gate to boards')
  await expect(rollout).toContainText('gate-app 3.0')
  await expect(rollout).toContainText('board-7')
  expect((await call(rolloutEndpoints.listRollouts, { query: {} })).items).toEqual([])
})

test('R1.09 R4.12 a server that is killed within a reply: what had come stays, is said to have broken off, and is regenerated', async ({
  browser,
  folder,
}) => {
  let text = Array.from({ length: 400 }, (_, number) => `word-${number}`).join(' ')
  const chat = await startFakeChat(() => text, { part: 10, every: 30 })
  const server = await startServer({ data: folder })
  const settings = { url: `${chat.address}/v1`, model: 'small', vision: false }
  await createClient(server)(serviceEndpoints.createService, { body: { kind: 'chat', name: 'Fake', settings } })
  const page = await browser.newPage({ baseURL: server.address })
  await prefer(page)
  await enter(page, server)
  await page.goto('/welcome')
  await page.getByRole('button', { name: t.open }).click()
  const panel = page.getByRole('complementary', { name: t.assistant })
  await panel.getByRole('textbox', { name: t.message }).fill('Tell it')
  await page.keyboard.press('Enter')
  const reply = panel.getByRole('article', { name: t.assistant })
  await expect(reply).toContainText('word-9')
  await server.stop('SIGKILL')

  const again = await startServer({ data: folder, environment: { VERMILION_PORT: new URL(server.address).port } })
  await expect(reply.getByRole('alert')).toContainText('The reply broke off')
  await expect(reply.getByRole('alert')).toContainText('The server was restarted')
  await expect(reply).toContainText('word-0 word-1 word-2')
  await expect(reply).not.toContainText('word-399')
  text = 'All of it this time.'
  await reply.getByRole('button', { name: t.regenerate }).click()
  await expect(reply).toContainText('All of it this time.')
  await expect(reply.getByRole('alert')).toHaveCount(0)
  await page.close()
  await again.stop()
  await chat.stop()
})
