import { artifactUploadPath } from '@vermilion/contract/rollouts/artifacts'
import type { FailureData } from '@vermilion/contract/kernel/envelope'
import { ApiError, client } from '#lib/api.ts'
import { newRequestId } from '#lib/http/request-id.ts'
import { loadCode } from '#lib/loading/load-code.ts'

const chunkSize = 8 * 1024 * 1024
/** Milliseconds between attempts. */
const retryDelays = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]
const resultHeader = 'upload-result'

interface Sending {
  name: string
  version: string
  notes: string
  onProgress: (share: number) => void
}

export async function sendArtifact(file: File, { name, version, notes, onProgress }: Sending): Promise<string> {
  const Upload = await loadCode(async () => (await import('tus-js-client')).Upload)
  const typed = Object.entries({ name, version, notes }).filter(([, value]) => value !== '')
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: client.root + artifactUploadPath,
      chunkSize,
      retryDelays,
      removeFingerprintOnSuccess: true,
      metadata: { fileName: file.name, ...Object.fromEntries(typed) },
      onBeforeRequest(request) {
        for (const [key, value] of Object.entries(client.headers(newRequestId()))) request.setHeader(key, value)
      },
      onShouldRetry: (problem) => {
        const status = problem.originalResponse?.getStatus() ?? 0
        // Another server has taken over, which does not have the first parts: the upload begins anew.
        const isUnknown = status === 404 && problem.originalRequest.getMethod() === 'PATCH'
        return isUnknown || status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507)
      },
      onProgress: (done, total) => onProgress(total === 0 ? 1 : done / total),
      onSuccess({ lastResponse }) {
        const result = lastResponse.getHeader(resultHeader)
        if (result === undefined) return reject(new Error('the server did not say what became of the file'))
        resolve((JSON.parse(decodeURIComponent(result)) as { artifactId: string }).artifactId)
      },
      onError(problem) {
        const response = 'originalResponse' in problem ? problem.originalResponse : null
        reject(failureOf(response?.getBody() ?? '', response?.getStatus() ?? 0))
      },
    })
    upload.start()
  })
}

function failureOf(body: string, status: number): ApiError {
  try {
    const envelope = JSON.parse(body) as { code: number; message: string; requestId: string; data: FailureData }
    return new ApiError({ ...envelope.data, ...envelope, error: envelope.data.error })
  } catch {
    return new ApiError({ code: status, error: 'network', message: 'network', requestId: '' })
  }
}
