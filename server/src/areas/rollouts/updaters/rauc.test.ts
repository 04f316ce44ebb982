import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import { addArtifact } from '../testing/artifacts.ts'
import { testUpdater } from './testing/conformance.ts'
import type { Fault } from './testing/conformance.ts'

const tools = [
  ['rauc', '--version'],
  ['mksquashfs', '-version'],
  ['dbus-daemon', '--version'],
  ['openssl', 'version'],
] as const
const missing = tools.find(([tool, option]) => spawnSync(tool, [option], { stdio: 'ignore' }).error !== undefined)

const folder = await mkdtemp(join(tmpdir(), 'vermilion-rauc-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

function makeKey(name: string): void {
  const subject = ['-subj', `/CN=${name}`, '-days', '3650', '-nodes', '-newkey', 'rsa:2048']
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)]
  spawnSync('openssl', ['req', '-x509', ...subject, ...files], { stdio: 'ignore' })
}

async function buildBundle(
  version: string,
  { fault, format = 'plain' }: { fault?: Fault | undefined; format?: string } = {},
) {
  const content = join(folder, `content-${version}-${fault ?? ''}`)
  await mkdir(content, { recursive: true })
  const image = Buffer.concat([Buffer.from(`${version}\n`), crypto.getRandomValues(Buffer.alloc(60_000))])
  await writeFile(join(content, 'rootfs.img'), image)
  const manifest = [
    '[update]',
    `compatible=${fault === 'foreign' ? 'board-y' : 'board-x'}`,
    `version=${version}`,
    '[bundle]',
    `format=${format}`,
    '[image.rootfs]',
    'filename=rootfs.img',
    '',
  ]
  await writeFile(join(content, 'manifest.raucm'), manifest.join('\n'))
  const signer = join(folder, fault === 'broken' ? 'stranger' : 'signer')
  const file = `${content}.raucb`
  await rm(file, { force: true })
  spawnSync('rauc', ['bundle', `--cert=${signer}.pem`, `--key=${signer}.key`, content, file], { stdio: 'ignore' })
  return readFile(file)
}

const bootLoader = `#!/bin/sh
state=/boot-state
case $1 in
get-primary) cat $state/primary ;;
set-primary) echo "$2" >$state/primary.new && mv $state/primary.new $state/primary ;;
get-state) cat "$state/$2" 2>/dev/null || echo good ;;
set-state) echo "$3" >"$state/$2" ;;
esac
`
/** Boots the slot of the boot loader; an option replaces the kernel's command line for RAUC. */
const start = `mkdir -p /boot-state /run/dbus /slots
[ -e /boot-state/primary ] || echo A >/boot-state/primary
for slot in a b; do [ -e /slots/$slot ] || head -c 131072 /dev/zero >/slots/$slot; done
cp /boot-state/primary /boot-state/booted
dbus-daemon --config-file=/etc/rauc-bus.conf --fork
rauc --conf=/etc/rauc/system.conf --override-boot-slot="$(cat /boot-state/booted)" service </dev/null >/dev/null 2>&1 &
`
const bus = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow eavesdrop="true"/></policy>
</busconfig>`
const system = `[system]
compatible=board-x
bootloader=custom
mountprefix=/run/rauc
statusfile=/boot-state/rauc.status
[handlers]
bootloader-custom-backend=/usr/local/bin/boot-loader
[keyring]
path=/etc/rauc/ca.pem
[slot.rootfs.0]
device=/slots/a
type=raw
bootname=A
[slot.rootfs.1]
device=/slots/b
type=raw
bootname=B
`

testUpdater({
  kind: 'rauc',
  problem: missing && `there is no ${missing[0]}`,
  async files() {
    for (const name of ['signer', 'stranger']) makeKey(name)
    return {
      'usr/local/bin/boot-loader': bootLoader,
      'etc/rauc/system.conf': system,
      'etc/rauc/ca.pem': await readFile(join(folder, 'signer.pem')),
      'etc/rauc-bus.conf': bus,
      'board-start': start,
    }
  },
  make: async (server, version, fault) =>
    addArtifact(server, await buildBundle(fault === undefined ? version : `${version}-${fault}`, { fault })),
  faults: ['broken', 'foreign'],
  inUse: (board) =>
    board.run('case $(cat /boot-state/booted) in A) head -c 3 /slots/a ;; *) head -c 3 /slots/b ;; esac'),
  boots: 1,
})

test.skipIf(missing)(
  `R2.20 a bundle of the format verity says its version by its signed manifest${missing === undefined ? '' : `, skipped: there is no ${missing[0]}`}`,
  async () => {
    makeKey('signer')
    const server = await startTestServer()
    const artifact = await addArtifact(server, await buildBundle('7.1', { format: 'verity' }))
    expect(artifact).toMatchObject({ kind: 'rauc', version: '7.1', compatible: 'board-x', signed: true })
    await server.stop()
  },
)
