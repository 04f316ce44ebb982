import type { S3ServiceException } from '@aws-sdk/client-s3'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { sayInBoth, type Text } from '@vermilion/contract/kernel/text'
import { failureOfConnection, type ReportedFailure } from '#platform/connection-failure'

export interface BucketName {
  readonly bucket: string
  readonly region?: string | undefined
  readonly endpoint?: string | undefined
}

type ServiceError = Error & Partial<S3ServiceException> & { readonly Region?: string }

const refusedKeys = /^(?:SignatureDoesNotMatch|InvalidAccessKeyId|ExpiredToken|InvalidToken|TokenRefreshRequired)$/
const limits = /^(?:SlowDown|TooManyRequests|Throttling|ThrottlingException|RequestLimitExceeded)$/

/** The status of the answer; undefined where none came. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error ? (error as ServiceError).$metadata?.httpStatusCode : undefined

export function failureOfBucket(error: Error, { bucket, region: own, endpoint }: BucketName): ReportedFailure {
  const { name, message, $response, Region } = error as ServiceError
  const status = statusOf(error)
  if (/Credentials|TokenProvider/.test(name)) return { failure: 'key-needed', values: { status: '--', said: message } }
  if (status === undefined) return failureOfConnection(error, URL.parse(endpoint ?? '')?.host ?? `${bucket} (AWS)`)
  const values = { status: String(status), said: `${name}: ${message}` }
  const region = $response?.headers['x-amz-bucket-region'] ?? Region
  if (region !== undefined && region !== own) return { failure: 'region-wrong', values: { bucket, region } }
  if (name === 'NoSuchBucket') return { failure: 'bucket-missing', values: { bucket } }
  if (name === 'RequestTimeTooSkewed') return { failure: 'clock-wrong', values }
  if (refusedKeys.test(name) || status === 401) return { failure: 'key-refused', values }
  if (limits.test(name) || status === 429) return { failure: 'limited', values }
  if (name === 'AccessDenied' || status === 403) return { failure: 'forbidden', values }
  if (status >= 500) return { failure: 'failed', values }
  return { failure: /^(?:Unknown|UnknownError|NotFound|SyntaxError|Error)$/.test(name) ? 'not-s3' : 'refused', values }
}

/** For the failures on which a store has more to say than a test of a connection. */
const texts: Readonly<Partial<Record<ReportedFailure['failure'], Text>>> = {
  forbidden: {
    en: 'the key may not do {action} in the bucket {bucket} ({said}). Allow it in the policy of the key or of the bucket',
    zh: '密钥无权在存储桶 {bucket} 中执行 {action}（{said}）。请在密钥或存储桶的策略中授予该权限',
  },
  'key-needed': {
    en: 'no key for the bucket {bucket} was found ({said}). Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile or a role, and start Vermilion again',
    zh: '未找到存储桶 {bucket} 的密钥（{said}）。请设置 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY、配置文件或角色，并重启朱雀',
  },
}

export function problemOfBucket({ failure, values }: ReportedFailure, action: string, { bucket }: BucketName): Text {
  const { en, zh } = sayInBoth(texts[failure] ?? serviceFailures[failure], { ...values, action, bucket })
  // The text that this becomes a part of ends the sentence.
  return { en: en.replace(/\.+$/, ''), zh: zh.replace(/[.。]+$/, '') }
}
