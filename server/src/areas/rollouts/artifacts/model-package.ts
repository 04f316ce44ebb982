import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { InferenceModel } from '@vermilion/contract/models'
import { pack } from 'tar-stream'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Artifacts } from './artifacts.ts'

const effort = 1

const packageName = (name: string) => {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._+-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
  return plain.slice(0, 80) || 'model'
}

/** Date and content of the model, so that equal models have equal versions. */
export const modelVersion = ({ createdAt, checksum }: Pick<InferenceModel, 'createdAt' | 'checksum'>) =>
  `${createdAt.slice(0, 10).replaceAll('-', '')}-${checksum.slice(0, 8)}`

export const packageOf = (model: InferenceModel) => ({ name: packageName(model.name), version: modelVersion(model) })

interface PackageNeeds {
  artifacts: Artifacts
  blobs: BlobStore
  creator: string
  confidence: number
}

export async function ensureModelPackage(
  model: InferenceModel,
  { artifacts, blobs, creator, confidence }: PackageNeeds,
): Promise<Artifact> {
  const { name, version } = packageOf(model)
  const existing = await artifacts.byVersion({ kind: 'model', name, version })
  if (existing !== undefined) return existing
  const blob = await blobs.put(packModel(model, { name, version, confidence }, blobs))
  const recognized = {
    kind: 'model' as const,
    name,
    version,
    compatible: '',
    unpackedSize: model.size,
    signed: false,
    repeatable: true,
  }
  const fileName = `${name}-${version}.tar.gz`
  return artifacts.add({ recognized, blob, fileName, notes: '', creator, modelId: model.id })
}

function packModel(
  model: InferenceModel,
  about: { name: string; version: string; confidence: number },
  blobs: BlobStore,
): AsyncIterable<Uint8Array> {
  const archive = pack()
  const mtime = new Date(model.createdAt)
  const { framework, labelType, labels, inputSize, predictionKind, checksum, metrics } = model
  const description = { ...about, framework, labelType, labels, inputSize, predictionKind, checksum, metrics }
  const write = async () => {
    archive.entry({ name: 'model.json', mtime }, JSON.stringify(description, null, 2))
    const entry = archive.entry({ name: 'model.onnx', size: model.size, mtime })
    for await (const bytes of await blobs.open(model.checksum)) {
      if (!entry.write(bytes)) await new Promise<void>((resolve) => void entry.once('drain', () => resolve()))
    }
    entry.end(null)
    archive.finalize()
  }
  write().catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))))
  const packed = createGzip({ level: effort })
  // The reader receives errors; without a callback they would be uncaught.
  pipeline(Readable.from(archive), packed, () => undefined)
  return packed
}
