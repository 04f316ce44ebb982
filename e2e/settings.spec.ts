import type { Page } from '@playwright/test'
import { startChatService } from './support/server/chat-service.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const secret = 'sk-the-right-5ecret'

/** Texts of every response to the page, except streams. */
function listen(page: Page): string[] {
  const bodies: string[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || response.url().includes('/events')) return
    void response.text().then(
      (text) => bodies.push(text),
      () => undefined,
    )
  })
  return bodies
}

test('R2.11 R2.35 a chat model is set up and really called: its answer and time, or the exact reason, and never its key', async ({
  page,
  server,
}) => {
  const fake = await startChatService({ key: secret, model: 'small' })
  const other = await startChatService({ model: 'small' })
  const bodies = listen(page)
  await enter(page, server)
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/settings\/common$/)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Services' }).click()
  await page.getByRole('button', { name: 'Set up: Chat services' }).click()

  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Workshop')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/Please enter an address such as/)).toBeVisible()
  await form.getByLabel('Address').fill(`${fake.address}/v1`)
  await form.getByLabel('Model').fill('small')
  await form.getByLabel('API key').fill('sk-wrong')
  await form.getByRole('button', { name: 'Test these values' }).click()
  await expect(form.getByText('Does not work')).toBeVisible()
  await expect(form.getByText(/The service refused the key \(401\): Incorrect API key provided: \*\*\*/)).toBeVisible()
  await form.getByLabel('API key').fill(secret)
  // The result for other input is removed.
  await expect(form.getByText('Does not work')).toHaveCount(0)
  await form.getByRole('button', { name: 'Test these values' }).click()
  await expect(form.getByText('Works', { exact: true })).toBeVisible()
  await expect(form.getByText(/answered in [\d.]+ m?s/)).toBeVisible()
  await expect(form.getByText('ready', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Workshop' }) })
  await expect(row.getByText('Not tested yet')).toBeVisible()
  await row.getByRole('button', { name: 'Test Workshop' }).click()
  await expect(row.getByText(/answered in [\d.]+ m?s/)).toBeVisible()
  await page.reload()
  await expect(row.getByText('Works', { exact: true })).toBeVisible()

  // The stored key stays, and is requested again when the address changes.
  await row.getByRole('button', { name: 'Actions for Workshop' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(form.getByText('Stored, and not shown')).toBeVisible()
  await form.getByLabel('Address').fill(`${other.address}/v1`)
  await expect(form.getByText(/The stored secret is not sent there/)).toBeVisible()
  await form.getByRole('button', { name: 'Test these values' }).click()
  await expect(
    form.getByText('Please enter the secret, which consists of letters, digits and ASCII signs', { exact: true }),
  ).toBeVisible()
  await form.getByLabel('Address').fill(`${fake.address}/v1/`)
  await form.getByRole('button', { name: 'Test these values' }).click()
  await expect(form.getByText('Works', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  expect(other.authorizations).toEqual([])
  expect(fake.authorizations).toContain(`Bearer ${secret}`)
  expect(bodies.join('\n')).toContain('"secretSet":true')
  expect(bodies.join('\n')).not.toContain(secret)
  await Promise.all([fake.stop(), other.stop()])
})

test(
  'R2.13 R2.14 an area that is disabled stops navigating in every open tab, and its address says why',
  { tag: '@second' },
  async ({ page, server, context }) => {
    await enter(page, server)
    await page.goto('/welcome')
    const second = await context.newPage()
    await second.goto('/welcome')
    const item = second.getByRole('navigation', { name: 'Main navigation' })
    await expect(item.getByRole('link', { name: 'Device' })).toBeVisible()

    await page.goto('/settings/common')
    await page.getByRole('switch', { name: 'Device' }).click()
    const disabled = item.getByRole('button', { name: 'Device' })
    await expect(disabled).toBeVisible()
    await expect(item.getByRole('link', { name: 'Device' })).toHaveCount(0)
    // The test driver does not click disabled elements; a person does.
    await disabled.click({ force: true })
    await expect(second).toHaveURL(/\/welcome$/)
    await expect(second.getByText('Disabled by the configuration of this server')).toBeVisible()
    await second.goto('/board/list')
    await expect(second.getByRole('heading', { name: 'Device is disabled on this server' })).toBeVisible()

    await page.getByRole('button', { name: 'Back to the default' }).click()
    await expect(second.getByRole('heading', { name: 'Device is disabled on this server' })).toHaveCount(0)
    await expect(item.getByRole('link', { name: 'Device' })).toBeVisible()
  },
)

test.describe('set by the environment', () => {
  const configured = test.extend<{ services: { address: string } }>({
    services: async ({}, use) => {
      const fake = await startChatService({ key: secret, model: 'small' })
      await use(fake)
      await fake.stop()
    },
    server: async ({ host, services }, use) => {
      const server = await host.start({
        VERMILION_CHAT_URL: `${services.address}/v1`,
        VERMILION_CHAT_KEY: secret,
        VERMILION_CHAT_MODEL: 'absent',
        VERMILION_DISABLED_AREAS: 'board',
      })
      await use(server)
      await server.stop()
    },
  })

  configured(
    'R2.14 what the environment decides is shown with its variables and cannot be changed',
    async ({ page, server }) => {
      const bodies = listen(page)
      await prefer(page, { lang: 'zh-CN' })
      await enter(page, server)
      await page.goto('/welcome')
      await expect(page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '设备' })).toBeVisible()
      await page.goto('/settings/common')
      await expect(page.getByRole('switch', { name: '设备' })).toBeDisabled()
      await expect(page.getByText('VERMILION_DISABLED_AREAS')).toBeVisible()

      await page.goto('/settings/services')
      const row = page.getByRole('listitem').filter({ hasText: '来自环境变量' })
      await expect(row.getByText('VERMILION_CHAT_KEY')).toBeVisible()
      await expect(row.getByRole('button', { name: /的操作/ })).toHaveCount(0)
      await row.getByRole('button', { name: '测试 对话服务' }).click()
      await expect(row.getByText('该服务没有名为 absent 的模型。现有模型：small')).toBeVisible()
      expect(bodies.join('\n')).not.toContain(secret)
    },
  )
})

test('R2.02 the welcome page says what is not set up yet, until this browser has heard it', async ({
  page,
  server,
}) => {
  await enter(page, server)
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { name: 'Not set up yet' })).toBeVisible()
  await page.getByRole('button', { name: /^Show \d+ services$/ }).click()
  // Settings unused by this version are not offered.
  await expect(page.getByText('Embeddings')).toHaveCount(0)
  await page.getByRole('button', { name: 'Set up and test: Mail servers' }).click()
  await expect(page.getByRole('dialog').getByLabel('Address')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Do not show this again in this browser' }).click()
  await expect(page.getByRole('heading', { name: 'Not set up yet' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Data spaces').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not set up yet' })).toHaveCount(0)
})

test(
  'R7.05 the page about this server leads a signed-in browser to the API, its description and the metrics',
  { tag: '@second' },
  async ({ page, context, server }) => {
    await enter(page, server)
    await page.goto('/settings/about')
    await expect(page.getByText('The server and its database answer')).toBeVisible()
    await expect(page.getByText(process.versions.node, { exact: true })).toBeVisible()
    const pageTexts = {
      'API reference': 'Vermilion API',
      'OpenAPI document': '"openapi":"3.1.0"',
      Metrics: 'process_cpu',
    }
    for (const [name, words] of Object.entries(pageTexts)) {
      const opening = context.waitForEvent('page')
      await page.getByRole('link', { name }).click()
      await expect((await opening).locator('body')).toContainText(words)
    }
    await page.getByText('Show the packages').click()
    await expect(page.getByRole('cell', { name: 'fastify', exact: true })).toBeVisible()
  },
)
