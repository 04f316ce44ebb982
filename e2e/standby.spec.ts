import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Candidate, shareData, startCandidate } from '../server/src/testing/candidate.ts'
import {
  createPostgresServer,
  hasPostgres,
  skippedWithoutPostgres,
} from '../server/src/platform/database/testing/killable-cluster.ts'
import { startLeadProxy } from './support/server/lead-proxy.ts'
import { openSession, password } from './support/server/session.ts'
import { inEachLanguage } from './support/screen/looks.ts'

const pageTexts = {
  'en-US': { title: 'Leader and standby', none: 'No server stands by', gone: 'The one before it had ended' },
  'zh-CN': { title: '主用与备用服务器', none: '没有备用服务器', gone: '前一台已退出' },
} as const

test.skip(!hasPostgres, skippedWithoutPostgres)

test('R1.08 the console goes on when another server takes over, and the page Health says which one leads', async ({
  browser,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-standby-'))
  const postgres = await createPostgresServer()
  await postgres.start()
  await postgres.run(`create database leads template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
  const environment = { VERMILION_DATABASE_URL: postgres.url('leads'), VERMILION_ADMIN_PASSWORD: password }
  const servers: Candidate[] = []
  const start = async (name: string) => {
    if (servers.length > 0) await shareData(join(folder, 'one'), join(folder, name))
    servers.push(await startCandidate(join(folder, name), environment))
  }
  await start('one')
  await start('two')
  const proxy = await startLeadProxy(() => servers)
  await expect.poll(() => proxy.leader()).toBeDefined()
  const token = await openSession(proxy.address)

  await inEachLanguage(browser, { address: proxy.address, token }, async (page, { lang, theme }) => {
    const say = pageTexts[lang]
    let loads = 0
    await page.goto('/settings/health')
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: say.title }) })
    const rows = panel.getByRole('row')
    await expect(panel).not.toContainText(say.none)
    const count = await rows.count()
    page.on('load', () => (loads += 1))

    proxy.leader()?.signal('SIGKILL')
    await expect(rows).toHaveCount(count + 1, { timeout: 90_000 })
    await expect(rows.nth(1)).toContainText(say.gone)
    await expect(panel).toContainText(say.none)
    await panel.scrollIntoViewIfNeeded()
    await page.screenshot({ path: test.info().outputPath(`${lang}-${theme}.png`) })
    expect(loads).toBe(0)
    await start(`next-${lang}`)
  })

  await proxy.close()
  for (const server of servers) server.signal('SIGKILL')
  await postgres.remove()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
