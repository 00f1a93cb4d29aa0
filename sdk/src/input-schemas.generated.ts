// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.

import type { InputSchema } from './check-input.ts';

/** Schema of `BulkInput` for {@link checkInput}. */
export const BULK_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "monitors": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "minItems": 1,
      "maxItems": 1000
    },
    "action": {
      "oneOf": [
        {
          "type": "object",
          "properties": {
            "type": {
              "type": "string",
              "enum": [
                "pause",
                "resume"
              ]
            }
          },
          "required": [
            "type"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "type": {
              "type": "string",
              "enum": [
                "delete"
              ]
            }
          },
          "required": [
            "type"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "type": {
              "type": "string",
              "enum": [
                "mute"
              ]
            },
            "until": {
              "type": [
                "string",
                "null"
              ],
              "format": "date-time",
              "example": "2026-11-21T18:00:00Z"
            }
          },
          "required": [
            "type",
            "until"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "type": {
              "type": "string",
              "enum": [
                "tag"
              ]
            },
            "add": {
              "type": "array",
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 100
              },
              "maxItems": 20
            },
            "remove": {
              "type": "array",
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 100
              },
              "maxItems": 20
            }
          },
          "required": [
            "type"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "type": {
              "type": "string",
              "enum": [
                "move"
              ]
            },
            "projectShortID": {
              "type": "string",
              "example": "p7w4nc2h9t"
            }
          },
          "required": [
            "type",
            "projectShortID"
          ],
          "additionalProperties": false
        }
      ]
    }
  },
  "required": [
    "monitors",
    "action"
  ],
  "additionalProperties": false
};

/** Schema of `MonitorInput` for {@link checkInput}. */
export const MONITOR_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "pg-dump prod"
    },
    "projectShortID": {
      "type": "string",
      "example": "p7w4nc2h9t"
    },
    "kind": {
      "type": "string",
      "enum": [
        "cron"
      ]
    },
    "schedule": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "interval",
            "cron",
            "oncalendar"
          ],
          "example": "cron"
        },
        "interval": {
          "type": "number"
        },
        "cron": {
          "type": "string",
          "maxLength": 1000,
          "example": "0 2 * * 1-5"
        },
        "onCalendar": {
          "type": "string",
          "maxLength": 1000
        },
        "timezone": {
          "type": "string",
          "example": "Europe/Riga"
        },
        "graceDuration": {
          "type": "number"
        }
      },
      "additionalProperties": false
    },
    "alertAfterFailures": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000
    },
    "recoverAfterSuccesses": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000
    },
    "manualResume": {
      "type": "boolean"
    },
    "maxRunDuration": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 1,
      "maximum": 31622400
    },
    "pingFilter": {
      "type": "object",
      "properties": {
        "methods": {
          "type": "string",
          "enum": [
            "any",
            "POST"
          ],
          "example": "any"
        },
        "searchSubject": {
          "type": "boolean"
        },
        "searchEmailBody": {
          "type": "boolean"
        },
        "searchHTTPBody": {
          "type": "boolean"
        },
        "startKeywords": {
          "type": "string",
          "minLength": 0,
          "maxLength": 200,
          "example": ""
        },
        "successKeywords": {
          "type": "string",
          "minLength": 0,
          "maxLength": 200,
          "example": "Backup finished"
        },
        "failureKeywords": {
          "type": "string",
          "minLength": 0,
          "maxLength": 200,
          "example": "ERROR, FAILED"
        },
        "otherwise": {
          "type": "string",
          "enum": [
            "ignore",
            "fail"
          ],
          "example": "ignore"
        }
      },
      "additionalProperties": false
    },
    "slug": {
      "type": "string",
      "maxLength": 100,
      "pattern": "^[a-z0-9_-]{0,100}$",
      "example": "pg-dump-prod"
    },
    "description": {
      "type": "string",
      "maxLength": 10000,
      "example": "Nightly dump of the production database."
    },
    "runbookURL": {
      "type": "string",
      "minLength": 0,
      "maxLength": 2000,
      "pattern": "^(?:[hH][tT][tT][pP][sS]?://\\S+)?$",
      "example": "https://wiki.example.com/runbooks/pg-dump"
    },
    "forwardTo": {
      "type": "string",
      "minLength": 0,
      "maxLength": 2000,
      "pattern": "^(?:[hH][tT][tT][pP][sS]?://\\S+)?$",
      "example": "https://hc-ping.com/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278"
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "maxItems": 20
    },
    "paused": {
      "type": "boolean"
    },
    "pingID": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{6,64}$"
    },
    "channels": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      },
      "maxItems": 50
    },
    "severity": {
      "type": "string",
      "enum": [
        "low",
        "normal",
        "high",
        "critical"
      ],
      "example": "normal"
    },
    "mutedUntil": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "example": "2026-11-21T18:00:00Z"
    },
    "escalation": {
      "type": [
        "string",
        "null"
      ]
    },
    "remindEvery": {
      "type": [
        "number",
        "null"
      ]
    }
  },
  "required": [
    "name"
  ],
  "additionalProperties": false
};

/** Schema of `ScheduleInput` for {@link checkInput}. */
export const SCHEDULE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "type": {
      "type": "string",
      "enum": [
        "interval",
        "cron",
        "oncalendar"
      ],
      "example": "cron"
    },
    "interval": {
      "type": "number"
    },
    "cron": {
      "type": "string",
      "maxLength": 1000,
      "example": "0 2 * * 1-5"
    },
    "onCalendar": {
      "type": "string",
      "maxLength": 1000
    },
    "timezone": {
      "type": "string",
      "example": "Europe/Riga"
    },
    "graceDuration": {
      "type": "number"
    }
  },
  "additionalProperties": false
};

/** Schema of `PingFilterInput` for {@link checkInput}. */
export const PING_FILTER_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "methods": {
      "type": "string",
      "enum": [
        "any",
        "POST"
      ],
      "example": "any"
    },
    "searchSubject": {
      "type": "boolean"
    },
    "searchEmailBody": {
      "type": "boolean"
    },
    "searchHTTPBody": {
      "type": "boolean"
    },
    "startKeywords": {
      "type": "string",
      "minLength": 0,
      "maxLength": 200,
      "example": ""
    },
    "successKeywords": {
      "type": "string",
      "minLength": 0,
      "maxLength": 200,
      "example": "Backup finished"
    },
    "failureKeywords": {
      "type": "string",
      "minLength": 0,
      "maxLength": 200,
      "example": "ERROR, FAILED"
    },
    "otherwise": {
      "type": "string",
      "enum": [
        "ignore",
        "fail"
      ],
      "example": "ignore"
    }
  },
  "additionalProperties": false
};

/** Schema of `MonitorEdit` for {@link checkInput}. */
export const MONITOR_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "pg-dump prod"
    },
    "kind": {
      "type": "string",
      "enum": [
        "cron"
      ]
    },
    "paused": {
      "type": "boolean"
    },
    "alertAfterFailures": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000
    },
    "recoverAfterSuccesses": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000
    },
    "manualResume": {
      "type": "boolean"
    },
    "maxRunDuration": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 1,
      "maximum": 31622400
    },
    "pingFilter": {
      "type": "object",
      "properties": {
        "methods": {
          "type": "string",
          "enum": [
            "any",
            "POST"
          ],
          "example": "any"
        },
        "searchSubject": {
          "type": "boolean"
        },
        "searchEmailBody": {
          "type": "boolean"
        },
        "searchHTTPBody": {
          "type": "boolean"
        },
        "startKeywords": {
          "type": "string",
          "minLength": 0,
          "maxLength": 200,
          "example": ""
        },
        "successKeywords": {
          "type": "string",
          "minLength": 0,
          "maxLength": 200,
          "example": "Backup finished"
        },
        "failureKeywords": {
          "type": "string",
          "minLength": 0,
          "maxLength": 200,
          "example": "ERROR, FAILED"
        },
        "otherwise": {
          "type": "string",
          "enum": [
            "ignore",
            "fail"
          ],
          "example": "ignore"
        }
      },
      "additionalProperties": false
    },
    "slug": {
      "type": "string",
      "maxLength": 100,
      "pattern": "^[a-z0-9_-]{0,100}$",
      "example": "pg-dump-prod"
    },
    "description": {
      "type": "string",
      "maxLength": 10000,
      "example": "Nightly dump of the production database."
    },
    "runbookURL": {
      "type": "string",
      "minLength": 0,
      "maxLength": 2000,
      "pattern": "^(?:[hH][tT][tT][pP][sS]?://\\S+)?$",
      "example": "https://wiki.example.com/runbooks/pg-dump"
    },
    "forwardTo": {
      "type": "string",
      "minLength": 0,
      "maxLength": 2000,
      "pattern": "^(?:[hH][tT][tT][pP][sS]?://\\S+)?$",
      "example": "https://hc-ping.com/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278"
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "maxItems": 20
    },
    "projectShortID": {
      "type": "string",
      "example": "p7w4nc2h9t"
    },
    "schedule": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "interval",
            "cron",
            "oncalendar"
          ],
          "example": "cron"
        },
        "interval": {
          "type": "number"
        },
        "cron": {
          "type": "string",
          "maxLength": 1000,
          "example": "0 2 * * 1-5"
        },
        "onCalendar": {
          "type": "string",
          "maxLength": 1000
        },
        "timezone": {
          "type": "string",
          "example": "Europe/Riga"
        },
        "graceDuration": {
          "type": "number"
        },
        "summary": {
          "type": "string",
          "example": "At 02:00, Monday through Friday (Europe/Riga)"
        }
      },
      "additionalProperties": false
    },
    "channels": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      },
      "maxItems": 50
    },
    "severity": {
      "type": "string",
      "enum": [
        "low",
        "normal",
        "high",
        "critical"
      ],
      "example": "normal"
    },
    "mutedUntil": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "example": "2026-11-21T18:00:00Z"
    },
    "escalation": {
      "type": [
        "string",
        "null"
      ]
    },
    "remindEvery": {
      "type": [
        "number",
        "null"
      ]
    },
    "shortID": {
      "type": "string",
      "example": "k3v9x2mq7d"
    },
    "url": {
      "type": [
        "string",
        "null"
      ]
    },
    "pingURL": {
      "type": "string",
      "example": "https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR"
    },
    "createdAt": {
      "type": "string",
      "example": "2026-11-02T09:14:07.330Z"
    },
    "status": {
      "type": "string",
      "enum": [
        "new",
        "up",
        "late",
        "failing",
        "down",
        "paused"
      ],
      "example": "up"
    },
    "explanation": {
      "type": "string",
      "example": "Up. Next run expected on 23 Nov at 02:00 (Europe/Riga), counts as missed after 23 Nov 03:00."
    },
    "lastPingAt": {
      "type": "string",
      "example": "2026-11-20T00:00:04.512Z"
    },
    "nextExpectedAt": {
      "type": [
        "string",
        "null"
      ],
      "example": "2026-11-23T00:00:00.000Z"
    },
    "deadlineAt": {
      "type": [
        "string",
        "null"
      ],
      "example": "2026-11-23T01:00:00.000Z"
    },
    "running": {
      "type": "integer"
    },
    "failureStreak": {
      "type": "integer"
    },
    "downSince": {
      "type": [
        "string",
        "null"
      ]
    },
    "incident": {
      "type": [
        "object",
        "null"
      ],
      "properties": {
        "incidentID": {
          "type": "string",
          "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
        },
        "acknowledgedAt": {
          "type": [
            "string",
            "null"
          ],
          "example": "2026-11-20T01:20:31.005Z"
        },
        "acknowledgedBy": {
          "type": [
            "string",
            "null"
          ],
          "example": "Ann Example"
        },
        "snoozedUntil": {
          "type": [
            "string",
            "null"
          ]
        },
        "snoozedBy": {
          "type": [
            "string",
            "null"
          ]
        }
      },
      "required": [
        "incidentID",
        "acknowledgedAt",
        "acknowledgedBy",
        "snoozedUntil",
        "snoozedBy"
      ]
    },
    "lastFailureAt": {
      "type": [
        "string",
        "null"
      ],
      "example": "2026-11-20T01:00:00.000Z"
    },
    "maintenance": {
      "type": "boolean"
    },
    "notices": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "enum": [
              "warning",
              "unknown_call"
            ],
            "example": "warning"
          },
          "message": {
            "type": "string",
            "example": "Unknown parameters were ignored: staus."
          },
          "count": {
            "type": "integer"
          },
          "firstAt": {
            "type": "string",
            "example": "2026-11-18T00:00:04.512Z"
          },
          "lastAt": {
            "type": "string",
            "example": "2026-11-20T00:00:04.512Z"
          },
          "remoteAddress": {
            "type": "string",
            "example": "192.0.2.17"
          }
        },
        "required": [
          "kind",
          "message",
          "count",
          "firstAt",
          "lastAt",
          "remoteAddress"
        ]
      }
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `ScheduleEdit` for {@link checkInput}. */
export const SCHEDULE_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "type": {
      "type": "string",
      "enum": [
        "interval",
        "cron",
        "oncalendar"
      ],
      "example": "cron"
    },
    "interval": {
      "type": "number"
    },
    "cron": {
      "type": "string",
      "maxLength": 1000,
      "example": "0 2 * * 1-5"
    },
    "onCalendar": {
      "type": "string",
      "maxLength": 1000
    },
    "timezone": {
      "type": "string",
      "example": "Europe/Riga"
    },
    "graceDuration": {
      "type": "number"
    },
    "summary": {
      "type": "string",
      "example": "At 02:00, Monday through Friday (Europe/Riga)"
    }
  },
  "additionalProperties": false
};

/** Schema of `SchedulePreviewInput` for {@link checkInput}. */
export const SCHEDULE_PREVIEW_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "schedule": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "interval",
            "cron",
            "oncalendar"
          ],
          "example": "cron"
        },
        "interval": {
          "type": "number"
        },
        "cron": {
          "type": "string",
          "maxLength": 1000,
          "example": "0 2 * * 1-5"
        },
        "onCalendar": {
          "type": "string",
          "maxLength": 1000
        },
        "timezone": {
          "type": "string",
          "example": "Europe/Riga"
        },
        "graceDuration": {
          "type": "number"
        }
      },
      "additionalProperties": false
    },
    "after": {
      "type": "string",
      "format": "date-time",
      "example": "2026-11-21T08:15:30Z"
    },
    "count": {
      "type": "integer",
      "minimum": 1,
      "maximum": 100
    }
  },
  "required": [
    "schedule"
  ],
  "additionalProperties": false
};

/** Schema of `CrontabInput` for {@link checkInput}. */
export const CRONTAB_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "line": {
      "type": "string",
      "maxLength": 10000,
      "example": "0 2 * * 1-5 /usr/local/bin/pg-dump.sh"
    },
    "hasUser": {
      "type": "boolean"
    }
  },
  "required": [
    "line"
  ],
  "additionalProperties": false
};

/** Schema of `ImportInput` for {@link checkInput}. */
export const IMPORT_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "source": {
      "type": "string",
      "enum": [
        "healthchecks",
        "cronitor",
        "uptime-kuma",
        "better-stack",
        "sentry",
        "crontab",
        "discover"
      ],
      "example": "healthchecks"
    },
    "files": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "maxLength": 255,
            "example": "checks.json"
          },
          "text": {
            "type": "string",
            "example": "{\"checks\":[]}"
          }
        },
        "required": [
          "text"
        ],
        "additionalProperties": false
      },
      "maxItems": 500
    },
    "account": {
      "type": "object",
      "properties": {
        "key": {
          "type": "string",
          "example": "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"
        },
        "url": {
          "type": "string",
          "maxLength": 2000,
          "example": "https://hc.example.com"
        },
        "organization": {
          "type": "string",
          "maxLength": 100,
          "example": "acme"
        },
        "history": {
          "type": "boolean"
        }
      },
      "required": [
        "key"
      ],
      "additionalProperties": false
    },
    "pingKey": {
      "type": "string",
      "example": "Q7mXc2vB9nL4kJ8hG3fD5s"
    },
    "keepKey": {
      "type": "boolean"
    },
    "projectShortID": {
      "type": "string",
      "example": "p7w4nc2h9t"
    },
    "timezone": {
      "type": "string",
      "example": "Europe/Riga"
    },
    "lines": {
      "type": "array",
      "items": {
        "type": "integer",
        "minimum": 1
      },
      "maxItems": 20000
    },
    "names": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "line": {
            "type": "integer",
            "minimum": 1
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "example": "Nightly dump"
          }
        },
        "required": [
          "line",
          "name"
        ],
        "additionalProperties": false
      },
      "maxItems": 20000
    },
    "dryRun": {
      "type": "boolean"
    },
    "continueStatus": {
      "type": "boolean"
    },
    "skipCollisions": {
      "type": "boolean"
    }
  },
  "required": [
    "source"
  ],
  "additionalProperties": false
};

/** Schema of `ConfigurationInput` for {@link checkInput}. */
export const CONFIGURATION_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "file": {
      "type": "string",
      "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$",
      "example": "production"
    },
    "sections": {
      "type": "object",
      "properties": {
        "channels": {
          "type": "object",
          "additionalProperties": {}
        },
        "onCallSchedules": {
          "type": "object",
          "additionalProperties": {}
        },
        "escalations": {
          "type": "object",
          "additionalProperties": {}
        },
        "projects": {
          "type": "object",
          "additionalProperties": {}
        },
        "monitors": {
          "type": "object",
          "additionalProperties": {}
        },
        "maintenance": {
          "type": "object",
          "additionalProperties": {}
        },
        "statusPages": {
          "type": "object",
          "additionalProperties": {}
        }
      },
      "additionalProperties": false
    },
    "prune": {
      "type": "boolean"
    },
    "dryRun": {
      "type": "boolean"
    },
    "planID": {
      "type": "string",
      "maxLength": 100
    }
  },
  "required": [
    "file",
    "sections"
  ],
  "additionalProperties": false
};

/** Schema of `SnoozeInput` for {@link checkInput}. */
export const SNOOZE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "until": {
      "type": "string",
      "format": "date-time"
    },
    "preset": {
      "type": "string",
      "enum": [
        "hour",
        "morning"
      ],
      "example": "morning"
    }
  },
  "additionalProperties": false
};

/** Schema of `IncidentNoteInput` for {@link checkInput}. */
export const INCIDENT_NOTE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "text": {
      "type": "string",
      "minLength": 1,
      "maxLength": 5000,
      "example": "Moved the dumps to the other disk. Watching."
    }
  },
  "required": [
    "text"
  ],
  "additionalProperties": false
};

/** Schema of `ChannelInput` for {@link checkInput}. */
export const CHANNEL_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "type": {
      "type": "string",
      "minLength": 1,
      "maxLength": 50,
      "example": "webhook"
    },
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "On-call"
    },
    "settings": {
      "type": "object",
      "additionalProperties": {}
    },
    "isDefault": {
      "type": "boolean"
    },
    "subscriptions": {
      "type": "array",
      "items": {
        "type": "string",
        "enum": [
          "down",
          "recovered",
          "reminder",
          "failing",
          "blind_window",
          "report_weekly",
          "report_monthly"
        ]
      },
      "maxItems": 50
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 50
      },
      "maxItems": 20
    },
    "minSeverity": {
      "type": "string",
      "enum": [
        "low",
        "normal",
        "high",
        "critical"
      ],
      "example": "low"
    },
    "channels": {
      "type": "array",
      "items": {
        "type": "string",
        "maxLength": 64
      },
      "maxItems": 20
    }
  },
  "required": [
    "type",
    "name"
  ],
  "additionalProperties": false
};

/** Schema of `ChannelEdit` for {@link checkInput}. */
export const CHANNEL_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "On-call"
    },
    "settings": {
      "type": "object",
      "additionalProperties": {}
    },
    "isDefault": {
      "type": "boolean"
    },
    "subscriptions": {
      "type": "array",
      "items": {
        "type": "string",
        "enum": [
          "down",
          "recovered",
          "reminder",
          "failing",
          "blind_window",
          "report_weekly",
          "report_monthly"
        ]
      },
      "maxItems": 50
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 50
      },
      "maxItems": 20
    },
    "minSeverity": {
      "type": "string",
      "enum": [
        "low",
        "normal",
        "high",
        "critical"
      ],
      "example": "low"
    },
    "channels": {
      "type": "array",
      "items": {
        "type": "string",
        "maxLength": 64
      },
      "maxItems": 20
    },
    "disabled": {
      "type": [
        "string",
        "null"
      ],
      "minLength": 1,
      "maxLength": 200
    },
    "shortID": {
      "type": "string",
      "example": "c5t8n2xw4q"
    },
    "type": {
      "type": "string",
      "example": "webhook"
    },
    "createdAt": {
      "type": "string",
      "example": "2026-11-02T09:12:44.018Z"
    },
    "pressURL": {
      "type": [
        "string",
        "null"
      ]
    },
    "disabledAt": {
      "type": [
        "string",
        "null"
      ]
    },
    "lastSentAt": {
      "type": [
        "string",
        "null"
      ],
      "example": "2026-11-21T08:15:30.123Z"
    },
    "lastError": {
      "type": [
        "object",
        "null"
      ],
      "properties": {
        "at": {
          "type": "string",
          "example": "2026-11-20T07:31:02.640Z"
        },
        "answer": {
          "type": "string",
          "example": "503 Service Unavailable"
        }
      },
      "required": [
        "at",
        "answer"
      ]
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `MaintenanceInput` for {@link checkInput}. */
export const MAINTENANCE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "Database upgrade"
    },
    "monitors": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 500
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 50
      },
      "maxItems": 100
    },
    "projects": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 100
    },
    "startsAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "example": "2026-11-22T01:00:00Z"
    },
    "endsAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "example": "2026-11-22T03:00:00Z"
    },
    "cron": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 1000
    },
    "timezone": {
      "type": [
        "string",
        "null"
      ]
    },
    "duration": {
      "type": [
        "number",
        "null"
      ]
    }
  },
  "required": [
    "name"
  ],
  "additionalProperties": false
};

/** Schema of `MaintenanceEdit` for {@link checkInput}. */
export const MAINTENANCE_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "Database upgrade"
    },
    "monitors": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 500
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 50
      },
      "maxItems": 100
    },
    "projects": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 100
    },
    "startsAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "example": "2026-11-22T01:00:00Z"
    },
    "endsAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "example": "2026-11-22T03:00:00Z"
    },
    "cron": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 1000
    },
    "timezone": {
      "type": [
        "string",
        "null"
      ]
    },
    "duration": {
      "type": [
        "number",
        "null"
      ]
    },
    "shortID": {
      "type": "string",
      "example": "w2d9f4kx6b"
    },
    "active": {
      "type": "boolean"
    },
    "nextStartsAt": {
      "type": [
        "string",
        "null"
      ],
      "example": "2026-11-22T01:00:00.000Z"
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `EscalationInput` for {@link checkInput}. */
export const ESCALATION_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "On call"
    },
    "steps": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "after": {
            "type": "number",
            "minimum": 60,
            "maximum": 31622400
          },
          "channels": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 50
          },
          "onCall": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 10
          }
        },
        "required": [
          "after",
          "channels"
        ],
        "additionalProperties": false
      },
      "minItems": 1,
      "maxItems": 10
    }
  },
  "required": [
    "name",
    "steps"
  ],
  "additionalProperties": false
};

/** Schema of `EscalationEdit` for {@link checkInput}. */
export const ESCALATION_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "On call"
    },
    "steps": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "after": {
            "type": "number",
            "minimum": 60,
            "maximum": 31622400
          },
          "channels": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 50
          },
          "onCall": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 10
          }
        },
        "required": [
          "after",
          "channels"
        ],
        "additionalProperties": false
      },
      "minItems": 1,
      "maxItems": 10
    },
    "shortID": {
      "type": "string",
      "example": "e3h6n9xr2v"
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `OnCallScheduleInput` for {@link checkInput}. */
export const ON_CALL_SCHEDULE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "Database"
    },
    "timezone": {
      "type": "string",
      "example": "Europe/Riga"
    },
    "rotations": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "members": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 50
          },
          "startsOn": {
            "type": "string",
            "format": "date",
            "example": "2026-11-23"
          },
          "handoverAt": {
            "type": "string",
            "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
            "example": "09:00"
          },
          "shiftDays": {
            "type": "integer",
            "minimum": 1,
            "maximum": 31
          },
          "hours": {
            "type": [
              "object",
              "null"
            ],
            "properties": {
              "weekdays": {
                "type": "array",
                "items": {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 7
                },
                "minItems": 1
              },
              "from": {
                "type": "string",
                "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$"
              },
              "to": {
                "type": "string",
                "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$"
              }
            },
            "required": [
              "weekdays",
              "from",
              "to"
            ],
            "additionalProperties": false
          }
        },
        "required": [
          "members",
          "startsOn",
          "handoverAt"
        ],
        "additionalProperties": false
      },
      "minItems": 1,
      "maxItems": 5
    }
  },
  "required": [
    "name",
    "timezone",
    "rotations"
  ],
  "additionalProperties": false
};

/** Schema of `RotationInput` for {@link checkInput}. */
export const ROTATION_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "members": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 50
    },
    "startsOn": {
      "type": "string",
      "format": "date",
      "example": "2026-11-23"
    },
    "handoverAt": {
      "type": "string",
      "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
      "example": "09:00"
    },
    "shiftDays": {
      "type": "integer",
      "minimum": 1,
      "maximum": 31
    },
    "hours": {
      "type": [
        "object",
        "null"
      ],
      "properties": {
        "weekdays": {
          "type": "array",
          "items": {
            "type": "integer",
            "minimum": 1,
            "maximum": 7
          },
          "minItems": 1
        },
        "from": {
          "type": "string",
          "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$"
        },
        "to": {
          "type": "string",
          "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$"
        }
      },
      "required": [
        "weekdays",
        "from",
        "to"
      ],
      "additionalProperties": false
    }
  },
  "required": [
    "members",
    "startsOn",
    "handoverAt"
  ],
  "additionalProperties": false
};

/** Schema of `OnCallScheduleEdit` for {@link checkInput}. */
export const ON_CALL_SCHEDULE_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "Database"
    },
    "timezone": {
      "type": "string",
      "example": "Europe/Riga"
    },
    "rotations": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "members": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 50
          },
          "startsOn": {
            "type": "string",
            "format": "date",
            "example": "2026-11-23"
          },
          "handoverAt": {
            "type": "string",
            "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
            "example": "09:00"
          },
          "shiftDays": {
            "type": "integer",
            "minimum": 1,
            "maximum": 31
          },
          "hours": {
            "type": [
              "object",
              "null"
            ],
            "properties": {
              "weekdays": {
                "type": "array",
                "items": {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 7
                },
                "minItems": 1
              },
              "from": {
                "type": "string",
                "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$"
              },
              "to": {
                "type": "string",
                "pattern": "^(?:[01]\\d|2[0-3]):[0-5]\\d$"
              }
            },
            "required": [
              "weekdays",
              "from",
              "to"
            ],
            "additionalProperties": false
          }
        },
        "required": [
          "members",
          "startsOn",
          "handoverAt"
        ],
        "additionalProperties": false
      },
      "minItems": 1,
      "maxItems": 5
    },
    "shortID": {
      "type": "string",
      "example": "r6k2v9tn4x"
    },
    "now": {
      "type": "object",
      "properties": {
        "member": {
          "type": [
            "object",
            "null"
          ],
          "properties": {
            "memberID": {
              "type": "string",
              "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
            },
            "name": {
              "type": "string",
              "example": "Ann"
            }
          },
          "required": [
            "memberID",
            "name"
          ]
        },
        "until": {
          "type": [
            "string",
            "null"
          ],
          "example": "2026-11-30T07:00:00.000Z"
        },
        "next": {
          "type": [
            "object",
            "null"
          ],
          "properties": {
            "memberID": {
              "type": "string",
              "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
            },
            "name": {
              "type": "string",
              "example": "Ann"
            }
          },
          "required": [
            "memberID",
            "name"
          ]
        }
      },
      "required": [
        "member",
        "until",
        "next"
      ]
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `OnCallOverrideInput` for {@link checkInput}. */
export const ON_CALL_OVERRIDE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "memberID": {
      "type": "string",
      "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
    },
    "replaces": {
      "type": [
        "string",
        "null"
      ]
    },
    "startsAt": {
      "type": "string",
      "format": "date-time",
      "example": "2099-11-24T07:00:00Z"
    },
    "endsAt": {
      "type": "string",
      "format": "date-time",
      "example": "2099-11-25T07:00:00Z"
    }
  },
  "required": [
    "memberID",
    "startsAt",
    "endsAt"
  ],
  "additionalProperties": false
};

/** Schema of `OnCallContactEdit` for {@link checkInput}. */
export const ON_CALL_CONTACT_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "channels": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 50
    }
  },
  "required": [
    "channels"
  ],
  "additionalProperties": false
};

/** Schema of `ShareInput` for {@link checkInput}. */
export const SHARE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "kind": {
      "type": "string",
      "enum": [
        "badge",
        "status_page",
        "calendar"
      ],
      "example": "status_page"
    },
    "title": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "example": "Nightly jobs"
    },
    "scope": {
      "oneOf": [
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "team"
              ]
            }
          },
          "required": [
            "kind"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "project"
              ]
            },
            "projectShortID": {
              "type": "string",
              "example": "p7w4nc2h9t"
            }
          },
          "required": [
            "kind",
            "projectShortID"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "tag"
              ]
            },
            "tag": {
              "type": "string",
              "minLength": 1,
              "maxLength": 50,
              "example": "prod"
            }
          },
          "required": [
            "kind",
            "tag"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "monitor"
              ]
            },
            "shortID": {
              "type": "string",
              "example": "k3v9x2mq7d"
            }
          },
          "required": [
            "kind",
            "shortID"
          ],
          "additionalProperties": false
        }
      ]
    },
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9](?:[a-z0-9-]{1,62})[a-z0-9]$",
      "example": "acme-jobs"
    },
    "options": {
      "type": "object",
      "properties": {
        "description": {
          "type": "string",
          "maxLength": 1000,
          "example": "Backups and exports of db-01."
        },
        "timezone": {
          "type": "string",
          "example": "Europe/Riga"
        },
        "indexed": {
          "type": "boolean"
        },
        "style": {
          "type": "string",
          "enum": [
            "flat",
            "flat-square"
          ]
        }
      },
      "additionalProperties": false
    }
  },
  "required": [
    "kind",
    "title",
    "scope"
  ],
  "additionalProperties": false
};

/** Schema of `ShareOptionsInput` for {@link checkInput}. */
export const SHARE_OPTIONS_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "description": {
      "type": "string",
      "maxLength": 1000,
      "example": "Backups and exports of db-01."
    },
    "timezone": {
      "type": "string",
      "example": "Europe/Riga"
    },
    "indexed": {
      "type": "boolean"
    },
    "style": {
      "type": "string",
      "enum": [
        "flat",
        "flat-square"
      ]
    }
  },
  "additionalProperties": false
};

/** Schema of `ShareEdit` for {@link checkInput}. */
export const SHARE_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "title": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "example": "Nightly jobs"
    },
    "options": {
      "type": "object",
      "properties": {
        "description": {
          "type": "string",
          "maxLength": 1000,
          "example": "Backups and exports of db-01."
        },
        "timezone": {
          "type": "string",
          "example": "Europe/Riga"
        },
        "indexed": {
          "type": "boolean"
        },
        "style": {
          "type": "string",
          "enum": [
            "flat",
            "flat-square"
          ]
        }
      },
      "additionalProperties": false
    },
    "shareID": {
      "type": "string",
      "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
    },
    "kind": {
      "type": "string",
      "enum": [
        "badge",
        "status_page",
        "calendar"
      ],
      "example": "status_page"
    },
    "scope": {
      "oneOf": [
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "team"
              ]
            }
          },
          "required": [
            "kind"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "project"
              ]
            },
            "projectShortID": {
              "type": "string",
              "example": "p7w4nc2h9t"
            }
          },
          "required": [
            "kind",
            "projectShortID"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "tag"
              ]
            },
            "tag": {
              "type": "string",
              "minLength": 1,
              "maxLength": 50,
              "example": "prod"
            }
          },
          "required": [
            "kind",
            "tag"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "monitor"
              ]
            },
            "shortID": {
              "type": "string",
              "example": "k3v9x2mq7d"
            }
          },
          "required": [
            "kind",
            "shortID"
          ],
          "additionalProperties": false
        }
      ]
    },
    "url": {
      "type": "string",
      "example": "https://overdue.example.com/status/acme-jobs"
    },
    "createdAt": {
      "type": "string",
      "example": "2026-11-02T09:12:44.018Z"
    },
    "createdBy": {
      "type": "string",
      "example": "Ann Example"
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `TeamEdit` for {@link checkInput}. */
export const TEAM_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "example": "Acme"
    },
    "alerting": {
      "type": "object",
      "properties": {
        "gatherAbove": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000
        },
        "gatherWithin": {
          "type": "number",
          "minimum": 10,
          "maximum": 3600
        },
        "flapAbove": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000
        },
        "flapWithin": {
          "type": "number",
          "minimum": 60,
          "maximum": 604800
        },
        "flapQuiet": {
          "type": "number",
          "minimum": 60,
          "maximum": 86400
        }
      },
      "additionalProperties": false
    },
    "requireTwoFactor": {
      "type": "boolean"
    },
    "tokenDaysMax": {
      "type": [
        "integer",
        "null"
      ],
      "minimum": 1,
      "maximum": 3650
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `TeamAlertingEdit` for {@link checkInput}. */
export const TEAM_ALERTING_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "gatherAbove": {
      "type": "integer",
      "minimum": 0,
      "maximum": 1000
    },
    "gatherWithin": {
      "type": "number",
      "minimum": 10,
      "maximum": 3600
    },
    "flapAbove": {
      "type": "integer",
      "minimum": 0,
      "maximum": 1000
    },
    "flapWithin": {
      "type": "number",
      "minimum": 60,
      "maximum": 604800
    },
    "flapQuiet": {
      "type": "number",
      "minimum": 60,
      "maximum": 86400
    }
  },
  "additionalProperties": false
};

/** Schema of `TeamInput` for {@link checkInput}. */
export const TEAM_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "example": "Side project"
    }
  },
  "required": [
    "name"
  ],
  "additionalProperties": false
};

/** Schema of `MemberEdit` for {@link checkInput}. */
export const MEMBER_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "role": {
      "type": "string",
      "enum": [
        "owner",
        "admin",
        "member",
        "viewer"
      ],
      "example": "member"
    },
    "memberID": {
      "type": "string",
      "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
    },
    "name": {
      "type": "string",
      "example": "Ann"
    },
    "email": {
      "type": "string",
      "example": "ann@example.com"
    },
    "joinedAt": {
      "type": "string",
      "example": "2026-11-02T09:12:44.018Z"
    },
    "isYou": {
      "type": "boolean"
    },
    "hasTwoFactor": {
      "type": [
        "boolean",
        "null"
      ]
    },
    "lastActiveAt": {
      "type": [
        "string",
        "null"
      ],
      "example": "2026-11-21T08:02:11.640Z"
    },
    "revision": {
      "type": "integer"
    }
  },
  "required": [
    "role"
  ],
  "additionalProperties": false
};

/** Schema of `InvitationInput` for {@link checkInput}. */
export const INVITATION_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "email": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 254,
      "format": "email",
      "example": "eve@example.com"
    },
    "role": {
      "type": "string",
      "enum": [
        "admin",
        "member",
        "viewer"
      ],
      "example": "member"
    },
    "expiresInDays": {
      "type": "integer",
      "minimum": 1,
      "maximum": 30
    }
  },
  "required": [
    "role"
  ],
  "additionalProperties": false
};

/** Schema of `ProjectInput` for {@link checkInput}. */
export const PROJECT_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "db-01"
    },
    "channels": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      },
      "maxItems": 50
    },
    "escalation": {
      "type": "string",
      "example": "e3h6n9xr2v"
    },
    "remindEvery": {
      "type": "number"
    }
  },
  "required": [
    "name"
  ],
  "additionalProperties": false
};

/** Schema of `ProjectEdit` for {@link checkInput}. */
export const PROJECT_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "db-01"
    },
    "channels": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      },
      "maxItems": 50
    },
    "escalation": {
      "type": "string",
      "example": "e3h6n9xr2v"
    },
    "remindEvery": {
      "type": "number"
    },
    "shortID": {
      "type": "string",
      "example": "p7w4nc2h9t"
    },
    "isDefault": {
      "type": "boolean"
    },
    "createdAt": {
      "type": "string",
      "example": "2026-11-02T09:12:44.018Z"
    },
    "monitors": {
      "type": "integer"
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `ProjectKeyInput` for {@link checkInput}. */
export const PROJECT_KEY_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "kind": {
      "type": "string",
      "enum": [
        "ping",
        "read_write",
        "read"
      ],
      "example": "ping"
    },
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "cron on db-01"
    },
    "expiresAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "example": "2099-11-02T00:00:00Z"
    }
  },
  "required": [
    "kind",
    "name"
  ],
  "additionalProperties": false
};

/** Schema of `TokenInput` for {@link checkInput}. */
export const TOKEN_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "example": "deploy script"
    },
    "scope": {
      "type": "string",
      "enum": [
        "read",
        "write",
        "admin"
      ],
      "example": "write"
    },
    "expiresAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "example": "2099-11-02T00:00:00Z"
    },
    "projects": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "maxItems": 100
    }
  },
  "required": [
    "name"
  ],
  "additionalProperties": false
};

/** Schema of `AccountEdit` for {@link checkInput}. */
export const ACCOUNT_EDIT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 0,
      "maxLength": 100,
      "example": "Ann"
    },
    "teamID": {
      "type": "string",
      "maxLength": 64,
      "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
    },
    "email": {
      "type": "string",
      "example": "ann@example.com"
    },
    "hasPassword": {
      "type": "boolean"
    },
    "twoFactor": {
      "type": "boolean"
    },
    "via": {
      "type": "string",
      "enum": [
        "session",
        "token"
      ],
      "example": "session"
    },
    "team": {
      "type": [
        "object",
        "null"
      ],
      "properties": {
        "teamID": {
          "type": "string",
          "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
        },
        "name": {
          "type": "string",
          "example": "Acme"
        },
        "role": {
          "type": "string",
          "enum": [
            "owner",
            "admin",
            "member",
            "viewer"
          ],
          "example": "owner"
        }
      },
      "required": [
        "teamID",
        "name",
        "role"
      ]
    },
    "teams": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "teamID": {
            "type": "string",
            "example": "01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70"
          },
          "name": {
            "type": "string",
            "example": "Acme"
          },
          "role": {
            "type": "string",
            "enum": [
              "owner",
              "admin",
              "member",
              "viewer"
            ],
            "example": "owner"
          }
        },
        "required": [
          "teamID",
          "name",
          "role"
        ]
      }
    },
    "service": {
      "type": "object",
      "properties": {
        "version": {
          "type": "string",
          "example": "0.1.0"
        },
        "baseURL": {
          "type": "string",
          "example": "https://overdue.example.com"
        },
        "mailPingHost": {
          "type": "string",
          "example": "pings.example.com"
        },
        "hasMail": {
          "type": "boolean"
        },
        "allowsPrivateAddresses": {
          "type": "boolean"
        }
      },
      "required": [
        "version",
        "baseURL",
        "mailPingHost",
        "hasMail",
        "allowsPrivateAddresses"
      ]
    },
    "revision": {
      "type": "integer"
    }
  },
  "additionalProperties": false
};

/** Schema of `EmailChangeInput` for {@link checkInput}. */
export const EMAIL_CHANGE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "email": {
      "type": "string",
      "maxLength": 254,
      "format": "email",
      "example": "ann@new.example.com"
    }
  },
  "required": [
    "email"
  ],
  "additionalProperties": false
};

/** Schema of `AccountDeletionInput` for {@link checkInput}. */
export const ACCOUNT_DELETION_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "email": {
      "type": "string",
      "maxLength": 254,
      "format": "email",
      "example": "ann@example.com"
    }
  },
  "required": [
    "email"
  ],
  "additionalProperties": false
};

/** Schema of `DeviceInput` for {@link checkInput}. */
export const DEVICE_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "example": "Chrome on Android"
    },
    "subscription": {
      "type": "object",
      "properties": {
        "endpoint": {
          "type": "string",
          "maxLength": 1000,
          "example": "https://push.example.com/send/f7Qx2"
        },
        "keys": {
          "type": "object",
          "properties": {
            "p256dh": {
              "type": "string",
              "maxLength": 100,
              "pattern": "^[\\w-]+={0,2}$",
              "example": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            },
            "auth": {
              "type": "string",
              "maxLength": 32,
              "pattern": "^[\\w-]+={0,2}$",
              "example": "BTBZMqHH6r4Tts7J_aSIgg"
            }
          },
          "required": [
            "p256dh",
            "auth"
          ],
          "additionalProperties": false
        }
      },
      "required": [
        "endpoint",
        "keys"
      ],
      "additionalProperties": false
    }
  },
  "required": [
    "name",
    "subscription"
  ],
  "additionalProperties": false
};

/** Schema of `SetupInput` for {@link checkInput}. */
export const SETUP_INPUT: InputSchema = {
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "example": "Ann"
    },
    "email": {
      "type": "string",
      "maxLength": 254,
      "format": "email",
      "example": "ann@example.com"
    },
    "password": {
      "type": "string",
      "minLength": 10,
      "maxLength": 128,
      "format": "password",
      "example": "correct horse battery staple"
    },
    "team": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "example": "Acme"
    }
  },
  "required": [
    "name",
    "email",
    "password",
    "team"
  ],
  "additionalProperties": false
};
