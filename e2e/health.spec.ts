import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { healthEndpoints } from '../contract/src/monitoring/health.ts'
import { serviceEndpoints } from '../contract/src/services.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    settings: 'Settings',
    health: 'Health',
    run: 'Run checks',
    check: 'Counters of data spaces',
    notRun: 'Not run yet',
    wrong: 'What is wrong',
    finding: (id: string) => `${id}: fileCount says 3, there are 0`,
    advice: 'Repair sets the numbers to what counting gives.',
    repair: 'Repair: Counters of data spaces',
    question: 'Repair: Counters of data spaces?',
    yes: 'Repair',
    repaired: 'Repaired by admin',
    palette: 'Check everything',
    content: 'Content of files',
  },
  'zh-CN': {
    settings: '设置',
    health: '健康检查',
    run: '运行检查',
    check: '数据空间的计数',
    notRun: '尚未检查',
    wrong: '发现的问题',
    finding: (id: string) => `${id}：fileCount 记为 3，实际为 0`,
    advice: '修复会把数值改为重新统计的结果',
    repair: '修复：数据空间的计数',
    question: '修复“数据空间的计数”？',
    yes: '修复',
    repaired: '由 admin 修复于',
    palette: '全面检查',
    content: '文件内容',
  },
} as const

const tests = {
  'en-US': {
    services: 'Services',
    untested: 'assistant was never tested',
    link: 'Services',
    test: 'Test services',
    refused: 'Nothing listens at',
    backup: 'Last backup',
    copy: /^Copy · command$/,
  },
  'zh-CN': {
    services: '服务',
    untested: 'assistant 尚未测试',
    link: '服务',
    test: '测试服务',
    refused: '没有服务在监听',
    backup: '最近一次备份',
    copy: /^复制 · 命令$/,
  },
} as const

test('R1.08 R2.34 R8.09 the health page finds a wrong counter, says what to do, repairs it once that is confirmed, and is well again', async ({
  browser,
  server,
}) => {
  const call = createClient(server)
  const { id } = await call(spaceEndpoints.createSpace, { body: { name: 'counted', path: 'counted' } })
  /** Checks that depend on the machine: free disk, load. */
  const ofMachine = ['disk-space', 'event-loop', 'pools', 'reader-threads']

  await inEachLanguage(browser, server, async (page, { lang }) => {
    const text = words[lang]
    // The server may be writing at this moment.
    const database = new DatabaseSync(join(server.data, 'vermilion.db'), { timeout: 30_000 })
    database.exec(`update "spaces" set "fileCount" = 3 where "id" = '${id}'`)
    database.close()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: text.check, exact: true }) })

    await page.goto('/settings/common')
    await page.getByRole('navigation', { name: text.settings }).getByRole('link', { name: text.health }).click()
    await expect(page).toHaveURL(/\/settings\/health$/)
    await page.getByRole('button', { name: text.run, exact: true }).click()

    await test.step('what is wrong stands first, with what to do', async () => {
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(text.wrong)
      await expect(row).toContainText(text.finding(id))
      await expect(row).toContainText(text.advice)
      const { results } = await call(healthEndpoints.getHealthChecks, {})
      const wrong = results.filter((result) => result.state === 'problem' && !ofMachine.includes(result.id))
      expect(wrong.map((result) => result.id)).toEqual(['space-counters'])
    })

    await test.step('it is repaired by the keyboard, after a question', async () => {
      const repair = row.getByRole('button', { name: text.repair })
      await expect(repair).toBeEnabled()
      await repair.focus()
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog', { name: text.question })
      await question.getByRole('button', { name: text.yes, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(row).toContainText(text.repaired)
      await expect(row).not.toContainText(text.finding(id))
      expect(await call(spaceEndpoints.getSpace, { params: { spaceId: id } })).toMatchObject({ fileCount: 0 })
    })

    await test.step('the palette runs everything, also what reads all content again', async () => {
      const run = page.getByRole('button', { name: text.run, exact: true })
      await expect(run).toBeEnabled()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(text.palette)
      await page.keyboard.press('Enter')
      const done = async () => {
        const { run: last } = await call(healthEndpoints.getHealthChecks, {})
        return last?.state === 'done' && last.checks.includes('content')
      }
      await expect.poll(done).toBe(true)
      await expect(page.getByRole('heading', { name: text.notRun })).toHaveCount(0)
      await expect(page.getByRole('heading', { name: text.content, exact: true })).toBeVisible()
    })
  })
})

test('R1.08 services that were never tested are tested from the health page, and commands are copied from it', async ({
  browser,
  server,
}) => {
  const call = createClient(server)
  await inEachLanguage(browser, server, async (page, { lang }) => {
    const say = tests[lang]
    const { id } = await call(serviceEndpoints.createService, {
      body: {
        kind: 'chat',
        name: 'assistant',
        // The port of the discard service, where nothing listens.
        settings: { url: 'http://127.0.0.1:9/v1', key: null, model: 'm', vision: false } as never,
      },
    })
    const row = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await page.goto('/settings/health')
    await page.getByRole('button', { name: words[lang].run, exact: true }).click()
    const services = row(say.services)
    await expect(services).toContainText(say.untested)
    await expect(services.getByRole('link', { name: say.link, exact: true })).toHaveAttribute(
      'href',
      '/settings/services',
    )
    await services.getByRole('button', { name: say.test, exact: true }).click()
    await expect(services).toContainText(say.refused)
    expect((await call(serviceEndpoints.listServices, {}))[0]?.lastTest).toMatchObject({ works: false })
    await expect(row(say.backup).getByRole('button', { name: say.copy }).first()).toBeVisible()
    await call(serviceEndpoints.deleteService, { params: { serviceId: id } })
  })
})

test('R8.09 a health page that cannot be asked for says so, and is there after another try', async ({
  page,
  server,
}) => {
  await prefer(page)
  await enter(page, server)
  await page.route('**/api/v1/health-checks', (route) => route.fulfill({ status: 500, body: 'no envelope' }))
  await page.goto('/settings/health')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/v1/health-checks')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Not run yet' })).toBeVisible()
})
