import type { Text } from '@vermilion/contract/kernel/text'
import type { StatusBody } from './objects.ts'

export interface CallName {
  verb: string
  /** Such as `pods/log`. */
  resource: string
  group: string
  namespace: string | null
}

/** Statuses of an API server that is overloaded or not ready yet. */
const passingStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** A response of the API server that is no success. */
export class KubernetesFailure extends Error {
  readonly statusCode: number
  readonly reason: string
  readonly text: Text
  /** By which a passing trouble is known. */
  readonly code: string | undefined

  constructor(statusCode: number, body: StatusBody, call: CallName) {
    const text = textOf(statusCode, body, call)
    super(text.en)
    this.statusCode = statusCode
    this.reason = body.reason ?? ''
    this.text = text
    this.code = passingStatuses.has(statusCode) ? 'EAGAIN' : undefined
  }
}

/** No response, with the system's own code where there is one. */
export class ClusterAway extends Error {
  readonly code: string
  readonly text: Text

  constructor(server: string, cause: unknown) {
    const { code, message } = Object(cause) as { code?: unknown; message?: unknown }
    const text = silenceOf(server, String(code ?? ''), String(message ?? cause))
    super(text.en, { cause })
    this.code = typeof code === 'string' ? code : 'ECONNRESET'
    this.text = text
  }
}

export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof KubernetesFailure && statuses.includes(error.statusCode)

/** Undefined for a response of this status. */
export async function unlessStatus<Result>(status: number, response: Promise<Result>): Promise<Result | undefined> {
  try {
    return await response
  } catch (error) {
    if (isStatus(error, status)) return undefined
    throw error
  }
}

function textOf(statusCode: number, { message = '' }: StatusBody, call: CallName): Text {
  if (statusCode === 401) {
    return {
      en: 'the cluster does not accept the credentials: the token or certificate of the kubeconfig is wrong or expired. Save a new kubeconfig in the pool',
      zh: '集群不接受此凭据：kubeconfig 中的令牌或证书错误或已过期。请在资源池中保存新的 kubeconfig',
    }
  }
  if (statusCode === 403 && /is forbidden: User .* cannot /.test(message)) return forbiddenText(call)
  if (statusCode === 404 && message.startsWith('namespaces "')) {
    return {
      en: `there is no namespace ${call.namespace}. Create it with kubectl create namespace ${call.namespace}, or name another one in the pool`,
      zh: `命名空间 ${call.namespace} 不存在。请用 kubectl create namespace ${call.namespace} 创建，或在资源池中填写其他命名空间`,
    }
  }
  const detail = message || `status ${statusCode}`
  return { en: `the cluster says: ${detail}`, zh: `集群返回：${detail}` }
}

/** A rule that is missing, ready to be added to a Role. */
export const ruleText = (group: string, resource: string, verbs: readonly string[]): string =>
  `- apiGroups: ["${group}"]\n  resources: ["${resource}"]\n  verbs: [${verbs.map((verb) => `"${verb}"`).join(', ')}]`

function forbiddenText({ verb, resource, group, namespace }: CallName): Text {
  const rule = ruleText(group, resource, [verb])
  const [where, whereInChinese, role] =
    namespace === null
      ? ['in the cluster', '集群中', 'ClusterRole']
      : [`in the namespace ${namespace}`, `命名空间 ${namespace} 中`, 'Role']
  return {
    en: `the account may not ${verb} ${resource} ${where}. Add this rule to its ${role}:\n${rule}`,
    zh: `该账户无权在${whereInChinese}对 ${resource} 执行 ${verb}。请在其 ${role} 中加入此规则：\n${rule}`,
  }
}

function silenceOf(server: string, code: string, message: string): Text {
  if (/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/.test(code)) {
    return {
      en: `the certificate of the API server at ${server} cannot be trusted: ${message}. Put its authority in the kubeconfig as certificate-authority-data`,
      zh: `API 服务器 ${server} 的证书不可信：${message}。请在 kubeconfig 中填写 certificate-authority-data`,
    }
  }
  return {
    en: `the API server at ${server} does not answer: ${message}`,
    zh: `API 服务器 ${server} 没有响应：${message}`,
  }
}
