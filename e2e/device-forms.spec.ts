import { deviceEndpoints } from '../contract/src/devices.ts'
import { startSshDaemon } from '../server/src/areas/devices/testing/ssh-daemon.ts'
import { addBoard, expect, fillDeviceForm, patience, test } from './support/devices/board.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'

test('what is wrong with a new device is told at its field, and nothing that was typed is lost', async ({
  page,
  server,
  board,
}) => {
  const other = await startSshDaemon()
  try {
    await addBoard(server, board, 'taken')
    await prefer(page)
    await enter(page, server)
    await page.goto('/board/list?create=true')
    const form = await fillDeviceForm(page, board, { name: 'taken', privateKey: other.privateKey })
    const fault = (field: string) => form.locator('.ant-form-item', { has: page.getByLabel(field, { exact: true }) })

    await form.getByLabel('Port').fill('9')
    await form.getByRole('button', { name: 'Check host key' }).click()
    await expect(fault('Address').getByText(/cannot be reached/)).toBeVisible()

    await form.getByLabel('Port').fill(String(board.port))
    await form.getByRole('button', { name: 'Check host key' }).click()
    await form.getByRole('button', { name: 'Confirm and add' }).click()
    await expect(fault('Name').getByText('A device named taken already exists')).toBeVisible()

    await form.getByLabel('Name').fill('gate-9')
    await form.getByRole('button', { name: 'Confirm and add' }).click()
    await expect(form.getByText(/does not let .* in/)).toBeVisible()
    await expect(form.getByLabel('User', { exact: true })).toHaveValue(board.username)

    await form.getByLabel('Private key').fill(board.privateKey)
    await form.getByRole('button', { name: 'Confirm and add' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'gate-9' })).toBeVisible()
  } finally {
    await other.stop()
  }
})

test(
  'R1.07 many devices are imported from a CSV: looked at, chosen, added, and their host keys confirmed together',
  { tag: '@second' },
  async ({ page, server, board }) => {
    const { publicKey } = await createClient(server)(deviceEndpoints.serverKey, {})
    await board.authorize(publicKey.trim())
    await prefer(page)
    await enter(page, server)
    await page.goto('/board/list?import=true')
    const drawer = page.getByRole('dialog', { name: 'Import devices' })
    await drawer.getByRole('button', { name: 'Insert an example' }).click()
    await expect(drawer.getByLabel('Content of the file')).toHaveValue(/^name,host,port,user/)
    const row = (name: string, port: number) => `${name},${board.host},${port},${board.username},line 3`
    const lines = [
      'name,host,port,user,group',
      row('arm-1', board.port),
      row('arm-2', board.port),
      row('arm-3', 99_999),
    ]
    await drawer.getByLabel('Content of the file').fill(lines.join('\n'))
    await drawer.getByRole('button', { name: 'Preview' }).click()
    await expect(drawer.getByRole('row', { name: /arm-3/ })).toContainText('99999 is no port: 1 to 65535')
    await drawer.getByRole('button', { name: 'Add 2 devices' }).click()
    await expect(drawer.getByText('2 devices added')).toBeVisible()
    await expect(drawer.getByText(board.fingerprint())).toHaveCount(2, patience)
    await drawer.getByRole('button', { name: 'Confirm all 2 after comparing' }).click()
    await expect(drawer.getByText('Confirmed', { exact: true })).toHaveCount(2, patience)
    await drawer.getByRole('button', { name: 'Close' }).last().click()
    for (const name of ['arm-1', 'arm-2']) {
      await expect(page.getByRole('article', { name }).getByText('Online')).toBeVisible(patience)
    }
  },
)
