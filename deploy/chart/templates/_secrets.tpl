{{- /* Every secret, by the path of its value, with the variable that takes it, as it is or as a file. */ -}}
{{- define "secrets" -}}
{{- $values := .Values -}}
- { path: adminPassword, variable: VERMILION_ADMIN_PASSWORD_FILE, isFile: true, given: {{ toJson $values.adminPassword }} }
- { path: secretKey, variable: VERMILION_SECRET_KEY_FILE, isFile: true, given: {{ toJson $values.secretKey }} }
- { path: database.password, variable: VERMILION_DATABASE_PASSWORD_FILE, isFile: true, given: {{ toJson $values.database.password }} }
- { path: oidc.clientSecret, variable: VERMILION_OIDC_CLIENT_SECRET_FILE, isFile: true, given: {{ toJson $values.oidc.clientSecret }} }
- { path: objectStorage.accessKeyId, variable: AWS_ACCESS_KEY_ID, given: {{ toJson $values.objectStorage.accessKeyId }} }
- { path: objectStorage.secretAccessKey, variable: AWS_SECRET_ACCESS_KEY, given: {{ toJson $values.objectStorage.secretAccessKey }} }
{{- end -}}

{{- define "isGiven" -}}
{{- if or .value .existingSecret -}}yes{{- end -}}
{{- end -}}

{{- /* The Secret and the key in it; takes a row of "secrets" as `secret` and the name of the chart's own Secret as `own`. */ -}}
{{- define "secretKeyRef" -}}
{{- $given := .secret.given -}}
name: {{ default .own $given.existingSecret }}
key: {{ ternary $given.key .secret.path (ne $given.existingSecret "") }}
{{- end -}}
