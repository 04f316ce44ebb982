const statuses = {
  UNAUTHENTICATED: 401,
  RESOURCE_DOES_NOT_EXIST: 404,
  RESOURCE_ALREADY_EXISTS: 400,
  ENDPOINT_NOT_FOUND: 404,
  FEATURE_DISABLED: 400,
  INVALID_PARAMETER_VALUE: 400,
  PERMISSION_DENIED: 403,
  INTERNAL_ERROR: 500,
} as const

export class MlflowError extends Error {
  readonly code: keyof typeof statuses

  constructor(code: keyof typeof statuses, message: string) {
    super(message)
    this.code = code
  }

  get status(): number {
    return statuses[this.code]
  }
}
