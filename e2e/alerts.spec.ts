import { accountEndpoints } from '../contract/src/accounts.ts'
import { alertEndpoints } from '../contract/src/monitoring/alerts.ts'
import { createClient } from './support/server/client.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    alerts: 'Alerts',
    quiet: 'Notifications',
    one: /^Notifications · Alerts: 1/,
    rule: 'Access token expires',
    threshold: 'threshold 7 days',
    silence: /^Silence: /,
    hour: 'Silence for 1 h',
    all: 'All alerts',
    silenced: /Silenced until/,
    end: /^End the silence of /,
    acknowledge: /^Acknowledge: /,
    acknowledged: 'Acknowledged by admin',
    nothing: 'Nothing new for you · Nothing is running',
    noChannel: 'No messages by webhook and e-mail: not set up',
    ended: 'Ended',
    on: 'Threshold: Access token expires',
    saved: 'All changes saved',
    notYet: 'Not saved yet',
    notSaved: 'Not saved: Access token expires',
  },
  'zh-CN': {
    alerts: '告警',
    quiet: '通知',
    one: /^通知 · 告警：1/,
    rule: '访问令牌即将过期',
    threshold: '阈值 7 天',
    silence: /^静默：/,
    hour: '静默 1 小时',
    all: '全部告警',
    silenced: /静默至/,
    end: /^结束 .* 的静默$/,
    acknowledge: /^确认：/,
    acknowledged: 'admin 已确认',
    nothing: '没有新的待办 · 没有进行中的工作',
    noChannel: 'Webhook 和邮件：尚未配置，不会发送消息',
    ended: '已结束',
    on: '阈值：访问令牌即将过期',
    saved: '所有更改已保存',
    notYet: '尚未保存',
    notSaved: '未保存：访问令牌即将过期',
  },
} as const

/** An alert follows the next reading, at most ten seconds later. */
const untilRead = { timeout: 30_000 }

test('R1.01 R1.08 R8.09 an alert appears in the header by itself, is silenced, acknowledged, and stays in the history', async ({
  browser,
  server,
}) => {
  const call = createClient(server)
  // The story does not depend on the state of its machine.
  for (const rule of ['disk-full', 'temperature', 'health-problem'] as const)
    await call(alertEndpoints.changeAlertRule, { params: { rule }, body: { enabled: false } })
  await inEachLanguage(browser, server, async (page, { lang }) => {
    const text = words[lang]
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const tokenName = `ci-${lang}`
    await page.goto('/resource')
    await expect(button(text.quiet)).toBeVisible()

    const expiresAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
    const { accessToken } = await call(accountEndpoints.createAccessToken, { body: { name: tokenName, expiresAt } })
    await test.step('it comes without a reload, and the panel is used by the keyboard', async () => {
      await expect(button(text.one)).toBeVisible(untilRead)
      await page.keyboard.press('g')
      await page.keyboard.press('n')
      const panel = page.getByRole('list', { name: text.alerts, exact: true })
      await expect(panel).toContainText(text.rule)
      await expect(page.getByText(text.nothing)).toBeVisible()
      await expect(panel).toContainText(text.threshold)
      await expect(panel.getByRole('link', { name: `admin · ${tokenName}` })).toBeVisible()
      await panel.getByRole('button', { name: text.silence }).click()
      await page.getByRole('menuitem', { name: text.hour }).click()
      await expect(button(text.quiet)).toBeVisible()
      await page.getByRole('link', { name: text.all }).click()
      await expect(page).toHaveURL(/tab=alerts/)
      await expect(page.getByText(text.noChannel)).toBeVisible()
      await expect(page.getByRole('spinbutton', { name: text.on })).toBeVisible()
      await expect(page.getByRole('columnheader', { name: 'Webhook' })).toHaveCount(0)
    })

    // A silence is listed in its own table, and may remain for a moment after its end.
    const table = page.getByRole('table', { name: text.alerts, exact: true })
    const row = table.getByRole('row').filter({ hasText: `admin · ${tokenName}` })
    await test.step('the silence is ended, and it is acknowledged on its page', async () => {
      await expect(row.filter({ hasText: text.silenced })).toBeVisible()
      await page.getByRole('button', { name: text.end }).click()
      await expect(button(text.one)).toBeVisible()
      await row.getByRole('button', { name: text.acknowledge }).click()
      await expect(row).toContainText(text.acknowledged)
      await expect(button(text.quiet)).toBeVisible()
    })

    await test.step('what is over stands in the history', async () => {
      await call(accountEndpoints.revokeAccessToken, { params: { tokenId: accessToken.id } })
      await expect(row).toHaveCount(0, untilRead)
      await page.locator('.ant-segmented-item', { hasText: text.ended }).click()
      await expect(row).toContainText(text.acknowledged)
    })

    await test.step('a threshold is changed where it stands', async () => {
      const threshold = page.getByRole('spinbutton', { name: text.on })
      await expect(page.getByText(text.saved)).toBeVisible()
      await threshold.fill('9')
      await expect(page.getByText(text.notYet)).toBeVisible()
      await threshold.press('Enter')
      await expect(page.getByText(text.saved)).toBeVisible()
      await expect
        .poll(
          async () =>
            (await call(alertEndpoints.listAlertRules, {})).find(({ rule }) => rule === 'token-expiring')?.threshold,
        )
        .toBe(9)
      await page.route('**/alerts/rules/**', (route) => route.abort())
      await threshold.fill('8')
      await threshold.press('Enter')
      await expect(page.getByText(text.notSaved)).toBeVisible()
      await page.unrouteAll()
      await threshold.press('Enter')
      await expect(page.getByText(text.saved)).toBeVisible()
      await call(alertEndpoints.changeAlertRule, { params: { rule: 'token-expiring' }, body: { threshold: 7 } })
    })
  })
})
