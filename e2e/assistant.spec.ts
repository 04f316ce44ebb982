import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { taskEndpoints } from '../contract/src/tasks.ts'
import type { TaskCreate } from '../contract/src/tasks/creation.ts'
import { becomeMarkedShell } from '../server/src/platform/terminals/testing/marked-shell.ts'
import { test } from './support/assistant/story.ts'
import { createClient } from './support/server/client.ts'
import { enter, prefer, settled } from './support/screen/screen.ts'
import { expect } from './support/story.ts'

const words = {
  'en-US': {
    assistant: 'Assistant',
    open: 'Open the assistant',
    message: 'Message to the assistant',
    waiting: 'Needs your approval',
    approve: 'Approve',
    openTask: 'Open the task',
    noReply: 'No valid reply received',
    regenerate: 'Regenerate',
    whatNext: 'What should I do next?',
    openTerminal: 'Open terminal',
    connected: 'Connected',
    repair: 'Repair',
    insert: 'Insert',
    config: 'Leave out Config',
    openForm: 'Open in the form',
    history: 'History',
    sent: 'What was sent',
    send: 'Send',
  },
  'zh-CN': {
    assistant: '助手',
    open: '打开助手',
    message: '给助手的消息',
    waiting: '等待批准',
    approve: '批准',
    openTask: '打开任务',
    noReply: '未收到有效回复',
    regenerate: '重新生成',
    whatNext: '下一步该做什么？',
    openTerminal: '打开终端',
    connected: '已连接',
    repair: '修复',
    insert: '插入',
    config: '不发送 配置',
    openForm: '在表单中打开',
    history: '历史',
    sent: '发送内容',
    send: '发送',
  },
} as const

const fence = '```'

for (const [lang, t] of Object.entries(words) as [keyof typeof words, (typeof words)[keyof typeof words]][]) {
  test(`R1.09 R8.09 a failed training is explained, repaired and started anew after approval; a failed command is repaired and inserted (${lang})`, async ({
    page,
    server,
    folder,
    chat,
  }) => {
    const call = createClient(server)
    const order = (name: string, script: string): TaskCreate => ({
      name,
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder', path: folder }],
      command: ['/bin/sh', '-c', script],
    })
    const failing = 'echo start; echo "RuntimeError: CUDA out of memory. Tried to allocate 9.50 GiB"; exit 1'
    const { id } = await call(taskEndpoints.createTask, { body: order('night-run', failing) })
    const statusOf = async (taskId: string) => (await call(taskEndpoints.getTask, { params: { taskId } })).status
    await expect.poll(() => statusOf(id)).toBe('failed')
    await prefer(page, { lang })
    await enter(page, server)
    const panel = page.getByRole('complementary', { name: t.assistant })
    const field = panel.getByRole('textbox', { name: t.message })
    const ask = async (text: string) => {
      await field.fill(text)
      // Nothing is sent while the previous reply is being written.
      await expect(panel.getByRole('button', { name: t.send, exact: true })).toBeEnabled()
      await field.press('Enter')
    }

    await test.step('the assistant sees what the person sees, and what is left out is not sent', async () => {
      await page.goto(`/compute/taskdetail/${id}`)
      await settled(page)
      await page.getByRole('button', { name: t.open }).click()
      await panel.getByRole('button', { name: t.config }).click()
      chat.say((last, number) =>
        number === 0 ? '' : last.includes('CUDA out of memory') ? '**Cause**: the GPU ran out of memory.' : 'not seen',
      )
      await panel.getByRole('button', { name: t.whatNext }).click()
      await expect(panel.getByText(t.noReply)).toBeVisible()
      await panel.getByRole('button', { name: t.regenerate }).click()
      await expect(panel.getByText('the GPU ran out of memory')).toBeVisible()
      await expect(panel.getByRole('log')).toHaveCount(1)
      const sent = JSON.stringify(chat.chats.at(-1))
      expect(sent).toContain('task-log')
      expect(sent).not.toContain('task-order')
    })

    await test.step('it survives a reload', async () => {
      await page.reload()
      await expect(panel.getByText('the GPU ran out of memory')).toBeVisible()
    })

    await test.step('a repaired config is shown with its exact effect, and is started by a press alone', async () => {
      const repaired = order('night-run-repaired', 'echo fine; sleep 300')
      chat.say((_, number) =>
        number === 0 ? { calls: [{ name: 'create_task', arguments: repaired }] } : 'It runs with a smaller batch.',
      )
      await ask('Repair it')
      await expect(panel.getByText(t.waiting)).toBeVisible()
      await expect(panel.getByText('POST /tasks')).toBeVisible()
      await expect(panel.getByText('"night-run-repaired"')).toBeVisible()
      expect((await call(taskEndpoints.listTasks, { query: {} })).items).toHaveLength(1)
      await panel.getByRole('button', { name: t.approve, exact: true }).click()
      await expect(panel.getByText('It runs with a smaller batch.')).toBeVisible()
      await panel.getByRole('link', { name: t.openTask }).click()
      await expect(page).not.toHaveURL(new RegExp(id))
      await expect(page.getByRole('heading', { name: 'night-run-repaired' })).toBeVisible()
    })

    await test.step('a command that failed is repaired, and goes into the terminal by a press alone', async () => {
      const taskId = /taskdetail\/([\w-]+)/.exec(page.url())?.[1] ?? ''
      await expect.poll(() => statusOf(taskId)).toBe('running')
      await page.goto(`/compute/taskdetail/${taskId}?tab=terminal`)
      await page.getByRole('button', { name: t.openTerminal }).click()
      await expect(page.locator('main output').getByText(t.connected, { exact: true })).toBeVisible()
      const rows = page.locator('.xterm-rows')
      await page.locator('.xterm-helper-textarea').focus()
      await page.keyboard.type('ls /no-such-folder')
      await page.keyboard.press('Enter')
      chat.say((last) =>
        last.includes('ls /no-such-folder') && last.includes('Exit status: 2')
          ? `It is not there.\n\n${fence}sh\necho repaired $((40 + 2))\n${fence}`
          : `not seen: ${last}`,
      )
      await page.getByRole('button', { name: t.repair, exact: true }).click()
      await expect(panel.getByText('It is not there.')).toBeVisible()
      await expect(rows).not.toContainText('echo repaired')
      await panel.getByRole('button', { name: t.insert, exact: true }).click()
      await expect(rows).toContainText('echo repaired $((40 + 2))')
      await expect(rows).not.toContainText('repaired 42')
      await page.keyboard.press('Enter')
      await expect(rows).toContainText('repaired 42')
    })

    await test.step('a shell that tells the exit status in its prompt alone is followed too', async () => {
      const rows = page.locator('.xterm-rows')
      await writeFile(join(folder, 'dash-marks'), becomeMarkedShell)
      await page.locator('.xterm-helper-textarea').focus()
      const typeLine = async (line: string) => {
        await page.keyboard.type(line)
        await page.keyboard.press('Enter')
      }
      await typeLine(`cd ${folder}; clear; exec sh -c "$(cat dash-marks)" /bin/dash`)
      await expect(rows.locator('div').filter({ hasText: /^[#$]\s*$/ })).toHaveCount(1)
      for (const line of ['ls /no-such-dash', '']) await typeLine(line)
      await expect(rows).toContainText('no-such-dash')
      chat.say((last) =>
        last.includes('ls /no-such-dash') && last.includes('Exit status: 2') ? 'Seen in dash.' : `not seen: ${last}`,
      )
      await page.getByRole('button', { name: t.repair, exact: true }).click()
      await expect(panel.getByText('Seen in dash.')).toBeVisible()
    })

    await test.step('a draft opens in its form, filled, and nothing was started', async () => {
      const { command: _, ...draft } = order('drafted-run', '')
      chat.say((__, number) =>
        number === 0 ? { calls: [{ name: 'draft_training', arguments: draft }] } : 'Look it over.',
      )
      await ask('Draft one')
      await panel.getByRole('link', { name: t.openForm }).click()
      await expect(page.getByRole('dialog').locator('#name')).toHaveValue('drafted-run')
      expect((await call(taskEndpoints.listTasks, { query: {} })).items).toHaveLength(2)
    })

    // Tasks outlive their server.
    const { items: running } = await call(taskEndpoints.listTasks, { query: { status: 'running' } })
    for (const { id: taskId } of running) await call(taskEndpoints.stopTask, { params: { taskId } })
  })
}

test('R1.09 without a chat service the assistant is nowhere but in the settings, which say how to set it up', async ({
  page,
  server,
}) => {
  const t = words['en-US']
  await enter(page, server)
  await page.goto('/settings/services')
  await expect(page.getByRole('button', { name: 'Set up: Chat services' })).toBeVisible()
  await expect(page.getByRole('button', { name: t.open })).toHaveCount(0)
  await page.goto('/welcome')
  await expect(page.getByRole('button', { name: 'Search or run' })).toBeVisible()
  await expect(page.getByRole('button', { name: t.open })).toHaveCount(0)
})
