import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { addArtifact } from '../testing/artifacts.ts'
import { testUpdater } from './testing/conformance.ts'
import type { Fault } from './testing/conformance.ts'

const tools = [
  ['swupdate', '--version'],
  ['openssl', 'version'],
  ['busybox', '--help'],
] as const
const missing = tools.find(([tool, option]) => spawnSync(tool, [option], { stdio: 'ignore' }).error !== undefined)

const folder = await mkdtemp(join(tmpdir(), 'vermilion-swupdate-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

function makeKey(name: string): void {
  const use = ['-addext', 'keyUsage=digitalSignature', '-addext', 'extendedKeyUsage=emailProtection']
  const subject = ['-subj', `/CN=${name}`, '-days', '3650', '-nodes', '-newkey', 'rsa:2048', ...use]
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)]
  spawnSync('openssl', ['req', '-x509', ...subject, ...files], { stdio: 'ignore' })
}

async function buildImage(version: string, fault?: Fault) {
  const content = join(folder, `content-${version}-${fault ?? ''}`)
  await mkdir(content, { recursive: true })
  const payload = `${version}\n`
  await writeFile(join(content, 'payload'), payload)
  const sha256 = createHash('sha256').update(payload).digest('hex')
  const description = `software = {
  version = "${version}${fault === undefined ? '' : `-${fault}`}";
  hardware-compatibility: [ "${fault === 'foreign' ? 'rev9' : 'rev1'}" ];
  files: ( { filename = "payload"; path = "/board/payload"; sha256 = "${sha256}"; } );
}
`
  await writeFile(join(content, 'sw-description'), description)
  const signer = join(folder, fault === 'broken' ? 'stranger' : 'signer')
  const message = ['-in', 'sw-description', '-out', 'sw-description.sig', '-outform', 'DER', '-nosmimecap', '-binary']
  const keys = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`]
  spawnSync('openssl', ['cms', '-sign', ...message, ...keys], { cwd: content, stdio: 'ignore' })
  const names = 'sw-description\nsw-description.sig\npayload\n'
  const { stdout } = spawnSync('busybox', ['cpio', '-o', '-H', 'newc'], { cwd: content, input: names })
  return Buffer.from(stdout)
}

testUpdater({
  kind: 'swupdate',
  problem: missing && `there is no ${missing[0]}`,
  async files() {
    for (const name of ['signer', 'stranger']) makeKey(name)
    return {
      'etc/hwrevision': 'board-x rev1\n',
      'etc/swupdate.cfg': 'globals : { public-key-file = "/etc/swupdate.pem"; };\n',
      'etc/swupdate.pem': await readFile(join(folder, 'signer.pem')),
    }
  },
  make: async (server, version, fault) =>
    addArtifact(server, await buildImage(version, fault), { fileName: 'system.swu' }),
  faults: ['broken', 'foreign'],
  inUse: (board) => board.run('cat payload 2>/dev/null').trim() || undefined,
  options: { reboot: true },
  boots: 1,
})
