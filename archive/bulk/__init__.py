"""Bulk: crawls of any size -> a dataset of Parquet files, one part for each input file.

The unit of work is one input file. A worker gets its name, reads it by itself and leaves a part in the
dataset: table files, written aside and renamed, and a marker last. So nothing is done twice, whatever is
killed, and readers that heed the markers never see half a file. `archive.bulk.dataset` describes the layout.
"""
