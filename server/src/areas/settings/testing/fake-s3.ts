import { createHash, createHmac } from 'node:crypto'
import { startFake, type Request, type FakeService, type ReceivedRequest } from './fake-service.ts'

interface Storage {
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretKey: string
  readonly denied?: readonly string[]
}

/** S3 in path style; refuses requests without a valid AWS Signature Version 4. */
export function startFakeS3(storage: Storage): Promise<FakeService & { objects: Map<string, string> }> {
  const objects = new Map<string, string>()
  return startFake((request) => respond(storage, objects, request)).then((fake) => ({ ...fake, objects }))
}

function respond(storage: Storage, objects: Map<string, string>, request: Request): ReceivedRequest {
  const problem = signatureProblem(storage, request)
  if (problem !== undefined)
    return failure(problem === 'AuthorizationHeaderMalformed' ? 400 : 403, problem, storage.region)
  const [, bucket = '', key = ''] = request.path.split(/[/?]/)
  if (bucket !== storage.bucket) return failure(404, 'NoSuchBucket')
  if (storage.denied?.includes(request.method) === true) return failure(403, 'AccessDenied')
  if (request.method === 'PUT') objects.set(key, request.body)
  if (request.method === 'DELETE') {
    objects.delete(key)
    return { status: 204, body: '' }
  }
  const content = objects.get(key)
  return content === undefined ? failure(404, 'NoSuchKey') : { headers: { server: 'FakeS3' }, body: content }
}

function failure(status: number, code: string, region = ''): ReceivedRequest {
  const more = code === 'AuthorizationHeaderMalformed' ? `<Region>${region}</Region>` : ''
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} was said.</Message>${more}</Error>`
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Computes the signature from the received request, after AWS's documentation and without the product's code. */
function signatureProblem({ region, accessKeyId, secretKey }: Storage, { method, path, headers, body }: Request) {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(\d{8})\/(.+?)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\w+)$/
  const [, id, day = '', signedRegion = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (id === undefined) return 'AccessDenied'
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const time = String(headers['x-amz-date'])
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}`)
  const [pathname, query = ''] = path.split('?')
  const canonical = [method, pathname, query, ...lines, '', names, sha256(body)].join('\n')
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request')
  const isRight = hmac(key, toSign).toString('hex') === signature && names.includes('host')
  return isRight ? undefined : 'SignatureDoesNotMatch'
}
