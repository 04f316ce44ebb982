import { fail } from '@vermilion/contract/kernel/errors'
import { type ArtifactReader, readBytes } from './recognition.ts'
import { runTool } from './run-tool.ts'

/** A squashfs, its CMS signature, and the signature's length in the last eight bytes. */
const squashfsMark = 'hsqs'
const lengthSize = 8
const largestSignature = 64 * 1024

export const raucBundle: ArtifactReader = {
  kind: 'rauc',
  isOf: (start) => start.toString('latin1', 0, 4) === squashfsMark,
  async read(source) {
    const { fileName: file, size } = source
    const signatureSize = Number((await readBytes(source, size - lengthSize, lengthSize)).readBigUInt64BE(0))
    const signature =
      signatureSize > 0 && signatureSize <= largestSignature && signatureSize < size - lengthSize
        ? await readBytes(source, size - lengthSize - signatureSize, signatureSize)
        : Buffer.alloc(0)
    // DER of a CMS starts with a sequence and the OID of signed data.
    if (signature[0] !== 0x30 || !signature.includes(Buffer.from('06092a864886f70d010702', 'hex')))
      throw fail('artifact.damaged', {
        file,
        reason: { en: 'it ends without a signature of RAUC', zh: '文件末尾缺少 RAUC 签名' },
      })
    const manifest = signedManifest(signature) ?? (await source.withFile(askRauc))
    return {
      name: manifest?.compatible?.replaceAll(/[^\p{L}\p{N}._+-]/gu, '-'),
      version: manifest?.version,
      compatible: manifest?.compatible ?? '',
      unpackedSize: 0,
      signed: true,
      repeatable: true,
      tool: 'rauc',
    }
  },
}

/** Verity bundles have their manifest in the signature. */
function signedManifest(signature: Buffer) {
  const text = signature.toString('latin1')
  const start = text.indexOf('[update]')
  if (start < 0) return undefined
  const field = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text.slice(start))?.[1]?.trim()
  return { compatible: field('compatible') ?? '', version: field('version') }
}

/** Facts of a bundle read by the program rauc, where it is installed. */
async function askRauc(file: string): Promise<{ compatible?: string; version?: string | undefined }> {
  const output = await runTool('rauc', ['info', '--no-verify', '--output-format=json', file])
  if (output === undefined) return {}
  const parsed = JSON.parse(output.toString('utf8')) as { compatible?: string; version?: string | null }
  return { compatible: parsed.compatible ?? '', version: parsed.version ?? undefined }
}
