import { readFile } from 'node:fs/promises'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { createClient } from './support/server/client.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    settings: 'Settings',
    audit: 'Audit log',
    created: 'Data space created',
    notCreated: 'Data space not created',
    changed: 'Data space changed',
    times: '3 times',
    each: '3 times: show each entry',
    refused: 'Refused',
    outcome: 'Outcome',
    filters: 'Filters',
    entry: 'Entry',
    close: 'Close',
    gone: 'Deleted',
    sameObject: 'All entries of this object',
    none: 'No entry matches',
    export: 'Export CSV',
    titles: 'time,account,access token,address,action,endpoint,objects,outcome,request id',
  },
  'zh-CN': {
    settings: '设置',
    audit: '审计日志',
    created: /^创建数据空间/,
    notCreated: '未能创建数据空间',
    changed: '修改数据空间',
    times: '3 次',
    each: '3 次：展开每条记录',
    refused: '被拒绝',
    outcome: '结果',
    filters: '筛选',
    entry: '记录',
    close: '关闭',
    gone: '已删除',
    sameObject: '该对象的全部记录',
    none: '没有匹配的记录',
    export: '导出 CSV',
    titles: '时间,账号,访问令牌,地址,操作,接口,对象,结果,请求编号',
  },
} as const

test('R6.01 R7.02 who changed what, and what was refused, is found, read whole and taken away as CSV, in both languages', async ({
  browser,
  server,
}) => {
  const call = createClient(server)
  const create = () => call(spaceEndpoints.createSpace, { body: { name: 'warehouse', path: 'warehouse' } })
  const { id } = await create()
  await expect(create()).rejects.toThrow()
  const hall = await call(spaceEndpoints.createSpace, { body: { name: 'hall', path: 'hall' } })
  await call(spaceEndpoints.updateSpace, { params: { spaceId: id }, body: { name: 'big warehouse' } })
  await call(spaceEndpoints.deleteSpace, { params: { spaceId: hall.id } })
  for (const name of ['larger', 'largest', 'large warehouse'])
    await call(spaceEndpoints.updateSpace, { params: { spaceId: id }, body: { name } })

  await inEachLanguage(browser, server, async (page, { lang }) => {
    const word = words[lang]
    await page.goto('/settings/common')
    await page.getByRole('navigation', { name: word.settings }).getByRole('link', { name: word.audit }).click()
    await expect(page.getByRole('heading', { name: word.audit })).toBeVisible()
    const rows = page.getByRole('row').filter({ hasText: word.created })
    await expect(rows).toHaveCount(2)
    // Renamed objects appear under their current name, deleted ones under their last.
    await expect(rows.filter({ hasText: 'hall' })).toContainText(word.gone)
    await expect(rows.getByRole('link', { name: 'large warehouse' })).toHaveAttribute(
      'href',
      new RegExp(`/space/list/file/${id}`),
    )

    // Three equal actions in a row are grouped, and listed when expanded.
    const changes = page.getByRole('row').filter({ hasText: word.changed })
    await expect(changes).toHaveCount(2)
    const fold = changes.getByRole('button', { name: word.each })
    await expect(fold).toHaveText(word.times)
    await fold.press('Enter')
    const each = page.getByRole('list', { name: word.each }).getByRole('listitem')
    await expect(each).toHaveCount(3)
    await fold.press('Enter')
    await expect(each).toHaveCount(0)

    await page.getByRole('button', { name: word.filters }).click()
    await page.getByRole('combobox', { name: word.outcome }).selectOption({ label: word.refused })
    await page.keyboard.press('Escape')
    const refused = page.getByRole('row').filter({ hasText: word.notCreated })
    await expect(refused).toHaveCount(1)
    await expect(page).toHaveURL(/outcome=refused/)
    // With the keyboard alone.
    await refused.getByRole('button', { name: word.notCreated }).focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: word.entry })
    await expect(drawer.getByText('space.name-taken')).toBeVisible()
    await expect(drawer.getByText('POST /spaces')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: word.export }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toBe(word.titles)
    expect(lines.filter((line) => line.includes('space.name-taken'))).toHaveLength(1)
    expect(lines).toHaveLength(2)

    await page.getByRole('searchbox').first().fill('nothing of this kind')
    await expect(page.getByText(word.none)).toBeVisible()

    await page.goto('/audit?search=large%20warehouse')
    await page.getByRole('row').filter({ hasText: word.created }).getByRole('button').click()
    await drawer.getByRole('link', { name: word.sameObject }).click()
    await expect(page).toHaveURL(new RegExp(`search=${id}`))
    await expect(page.getByRole('row').filter({ hasText: 'large warehouse' })).toHaveCount(2)
  })
})
