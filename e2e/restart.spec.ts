import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { startServer } from './support/server/server.ts'

const words = 'The server cannot be reached. What you see may be out of date'

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a restart of the server (${signal}) under an open console: a bar, then all is live again, and nothing is lost`, async ({
    browser,
  }) => {
    const data = await mkdtemp(join(tmpdir(), 'vermilion-restart-'))
    let server = await startServer({ data })
    const { address } = server
    const page = await browser.newPage({ baseURL: address })
    let loads = 0
    await enter(page, server)
    await page.goto('/space/list?create=true')
    page.on('load', () => (loads += 1))
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('typed before')
    await form.getByLabel('Description').fill('half a sentence')

    await server.stop(signal)
    await expect(page.getByText(words)).toBeVisible()
    // Writing fails at once with a text that the input is preserved.
    await form.getByRole('button', { name: 'Create data space' }).click()
    await expect(form.getByRole('alert')).toContainText('What you typed is kept here')
    await expect(form.getByLabel('Description')).toHaveValue('half a sentence')
    await form.getByLabel('Description').fill('a whole sentence')

    const environment = { VERMILION_PORT: new URL(address).port }
    server = await startServer({ data, environment })
    const call = createClient(server)
    await call(spaceEndpoints.createSpace, { body: { name: 'made meanwhile', path: 'made-meanwhile' } })
    await expect(page.getByText(words)).toBeHidden()
    await expect(page.getByText('made meanwhile').first()).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue('typed before')
    await form.getByRole('button', { name: 'Create data space' }).click()
    await expect(page.getByRole('heading', { name: 'typed before' })).toBeVisible()
    await call(spaceEndpoints.createSpace, { body: { name: 'live again', path: 'live-again' } })
    await page.getByRole('link', { name: 'Data Space', exact: true }).first().click()
    await expect(page.getByText('a whole sentence').or(page.getByText('live again')).first()).toBeVisible()
    expect(loads).toBe(0)
    await page.close()
    await server.stop()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })
}

test('what is read while the server is away waits, and is there once it is back', async ({ browser }) => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-away-'))
  let server = await startServer({ data })
  const { address } = server
  const page = await browser.newPage({ baseURL: address })
  await prefer(page)
  await enter(page, server)
  // The code is loaded; data is not requested yet.
  await page.goto('/model/list')
  await expect(page.getByText('No models yet')).toBeVisible()
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Model Repository' }).hover()
  await server.stop('SIGKILL')
  await expect(page.getByText(words)).toBeVisible()
  await page.getByRole('link', { name: 'Model Repository' }).click()
  await expect(page.getByRole('heading', { name: 'Model repository' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  server = await startServer({ data, environment: { VERMILION_PORT: new URL(address).port } })
  await expect(page.getByText('No models yet')).toBeVisible()
  await page.close()
  await server.stop()
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})
