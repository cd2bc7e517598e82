"""Load what pages need when this is imported: once in the process from which the others are forked."""

from archive.bulk.task import warm_up

warm_up()
