"""Running text: flattened posts, quoted reactions, hashtags and mentions, allusions, topics, language."""
