import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { artifactName, artifactVersion } from '@vermilion/contract/rollouts/artifacts'
import type { ArtifactKind } from '@vermilion/contract/rollouts/artifact-kinds'
import { BadArchive } from '#areas/files'
import { debianPackage } from './kinds/debian-package.ts'
import { describeField } from './kinds/field-text.ts'
import { raucBundle } from './kinds/rauc-bundle.ts'
import { type ArtifactReader, type ArtifactSource, readBytes, type Recognition } from './kinds/recognition.ts'
import { scriptArchive } from './kinds/script-archive.ts'
import { swupdateImage } from './kinds/swupdate-image.ts'

const readers: Record<Exclude<ArtifactKind, 'model'>, ArtifactReader> = {
  script: scriptArchive,
  deb: debianPackage,
  rauc: raucBundle,
  swupdate: swupdateImage,
}

interface Description {
  readonly name?: string | undefined
  readonly version?: string | undefined
}

export interface RecognizedArtifact extends Omit<Recognition, 'name' | 'version' | 'tool'> {
  readonly kind: ArtifactKind
  readonly name: string
  readonly version: string
}

/** Recognizes a file by its content, whose facts override `description`. Fails as `artifactErrors`. */
export async function recognize(source: ArtifactSource, description: Description): Promise<RecognizedArtifact> {
  const { fileName: file } = source
  const start = await readBytes(source, 0, 64)
  const reader = Object.values(readers).find(({ isOf }) => isOf(start))
  if (reader === undefined) throw fail('artifact.unrecognized', { file })
  const { name, version, tool = '', ...recognition } = await read(reader, source)
  const complete = (field: 'name' | 'version', value: string | undefined) => {
    const schema = field === 'name' ? artifactName : artifactVersion
    if (value === undefined || value === '') throw fail('artifact.incomplete', { file, field, tool })
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw fail('artifact.damaged', { file, reason: describeField(parsed.error, value, field) })
  }
  return {
    kind: reader.kind,
    ...recognition,
    name: complete('name', name ?? description.name),
    version: complete('version', version ?? description.version),
  }
}

const damaged: Text = { en: 'it is damaged', zh: '文件已损坏' }

async function read(reader: ArtifactReader, source: ArtifactSource): Promise<Recognition> {
  try {
    return await reader.read(source)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw fail('artifact.damaged', {
      file: source.fileName,
      reason: error instanceof BadArchive ? error.reason : damaged,
    })
  }
}
